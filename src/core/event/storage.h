/* Where the memory of an object comes from. */
#ifndef RP_CORE_EVENT_STORAGE_H
#define RP_CORE_EVENT_STORAGE_H

typedef enum rp_storage
{
  RP_STORAGE_UNKNOWN,
  RP_STORAGE_SHARED_VARIABLE, /* a variable of a model or of a proof */
  RP_STORAGE_SHARED_ARRAY,
  RP_STORAGE_UNDECLARED_VARIABLE, /* a variable that its model does not declare */
  RP_STORAGE_UNDECLARED_ARRAY,
  RP_STORAGE_ACTOR,
  RP_STORAGE_GLOBAL,
  RP_STORAGE_STATIC, /* a static variable of a function */
  RP_STORAGE_LOCAL,
  RP_STORAGE_THREAD_LOCAL,
  RP_STORAGE_HEAP,
  RP_STORAGE_STACK, /* memory on a stack that belongs to no known variable */
  RP_STORAGE_MEMORY /* nothing is known about the memory */
} rp_storage;

#endif
