/* MPI's buffers: what each function of its C interface reads and writes of them. Descriptions (mpi.c) say this. They
 * hold for every implementation; Open MPI and MPICH differ in their handles.
 *
 * A description has a word for each parameter, or for several that belong together:
 *
 *   r w         a buffer that is read or written, its count and its type
 *   b           a buffer that the root reads and the others write, its count and its type
 *   x y ct      buffers of a reduction: x is read, y is written; ct: their count and type, which come later
 *   rv wv       a buffer that is read or written, counts for each process, displacements, and the type
 *   to root comm request status    the parameters of these names; `to` is the other process, or none
 *   1 n         where operations are completed: a request; a count, and an array with that many requests
 *   statuses    an array with a status for each request
 *   o           an integer that is written
 *   .           a parameter that does not matter
 *
 * After r, w, x, y: n  the count is for each process;  @  only the root accesses the buffer.
 *
 * A blocking receive writes as much as has come. An operation that was begun holds its buffer until it is completed, so
 * its accesses are recorded twice: at its beginning and at its end. */
#ifndef RP_INSIDE_LIBRARY_MPI_H
#define RP_INSIDE_LIBRARY_MPI_H

#include "inside/library/imports.h"

rp_import_knows rp_mpi_knows;

/* Returns whether FILE is a library of an MPI implementation, or a library that these use to move data. */
bool rp_mpi_is_library (const char *file);

#endif
