#include "explore/estimate.h"

double
rp_search_fraction (const rp_search *search)
{
  double fraction = 0, weight = 1;
  for (size_t i = search->frozen; i < search->depth; i++)
    {
      const rp_question *node = &search->path.items[i];
      double answers = (double) (node->is_choice ? node->options : node->wanted.count);
      double given = (double) (node->is_choice ? node->value : node->done.count);
      weight /= answers;
      fraction += given * weight;
    }
  return fraction + weight;
}
