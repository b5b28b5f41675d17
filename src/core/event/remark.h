/* Kinds of remarks: lines of text in which a program under test says something about its own run. */
#ifndef RP_CORE_EVENT_REMARK_H
#define RP_CORE_EVENT_REMARK_H

typedef enum rp_remark
{
  RP_REMARK_WARNING, /* something the user should know; the verdict stays what it is */
  RP_REMARK_UNSEEN,  /* accesses or iterations that could not be seen: no verdict but undecided */
  RP_REMARK_LIMIT,   /* what the verdict leaves out by its nature: part of its scope */
  RP_REMARKS
} rp_remark;

#endif
