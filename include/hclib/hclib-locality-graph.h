/* HClib's locales. Here there is only one, and everything is in it. */
#ifndef HCLIB_LOCALITY_GRAPH_H_
#define HCLIB_LOCALITY_GRAPH_H_

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct _hclib_locale_t
  {
    int id;
    unsigned type;
    const char *lbl;
    const char *special_type;
    void *metadata;
  } hclib_locale_t;

  int hclib_get_num_locales (void);
  hclib_locale_t *hclib_get_all_locales (void);
  hclib_locale_t *hclib_get_closest_locale (void);
  hclib_locale_t *hclib_get_master_place (void);
  hclib_locale_t *hclib_get_central_place (void);
  hclib_locale_t **hclib_get_thread_private_locales (void); /* one for each worker */

  /* There is only one locale. If it is not of a given type, the functions hclib_get_*_of_type and _of_types return NULL
   * or 0. */
  int hclib_get_num_locales_of_type (int locale_type);
  hclib_locale_t **hclib_get_all_locales_of_type (int type, int *out_count);
  hclib_locale_t *hclib_get_closest_locale_of_type (hclib_locale_t *locale, int locale_type);
  hclib_locale_t *hclib_get_closest_locale_of_types (hclib_locale_t *locale, int *locale_types,
                                                     int n_locale_types);
  unsigned hclib_add_known_locale_type (const char *lbl);
  void hclib_locale_mark_special (hclib_locale_t *locale, const char *special_type);

#ifdef __cplusplus
}
#endif

#endif
