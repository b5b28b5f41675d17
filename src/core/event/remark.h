/* Kinds of remarks: lines of a report about the run as a whole. */
#ifndef RP_CORE_EVENT_REMARK_H
#define RP_CORE_EVENT_REMARK_H

typedef enum rp_remark
{
  RP_REMARK_WARNING, /* a fact that the user should know; the verdict stays the same */
  RP_REMARK_UNSEEN,  /* we could not see some accesses or iterations: the verdict is never
                      * race-free */
  RP_REMARK_LIMIT,   /* what the verdict leaves out by its nature: part of its scope */
  RP_REMARKS
} rp_remark;

#endif
