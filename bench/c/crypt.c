/* Crypt (Java Grande Forum, section 2): encrypts and decrypts n bytes by IDEA, the International
 * Data Encryption Algorithm of Lai and Massey: 8.5 rounds over blocks of four 16-bit words, with
 * multiplication modulo 2^16 + 1.
 *
 * Parallelism: a task for every 128 blocks (1 KB), first of the encryption, then of the decryption.
 *
 * RACE 1: nothing joins the encryption before the decryption reads its result.
 * RACE 2: every task counts its blocks in one global. */
#include "bench.h"

enum
{
  ROUNDS = 8,
  KEYS = 6 * ROUNDS + 4,
  BLOCK = 8,
  BLOCKS_PER_TASK = 128
};

typedef uint16_t key_schedule[KEYS];

typedef struct job
{
  const uint8_t *from;
  uint8_t *to;
  const uint16_t *keys;
  long low, high; /* blocks */
} job;

static long blocks_done; /* RACE 2 */

/* The product modulo 2^16 + 1, where 0 stands for 2^16. */
static inline uint32_t
multiply (uint32_t x, uint32_t y)
{
  if (x == 0)
    return (0x10001 - y) & 0xffff;
  if (y == 0)
    return (0x10001 - x) & 0xffff;
  uint32_t product = x * y;
  uint32_t low = product & 0xffff, high = product >> 16;
  return (low - high + (low < high)) & 0xffff;
}

/* A macro, for clang -O3 moves the reads of a function to its callers. All reads of a block are on
 * one line, all writes too, so that the race has two lines. */
#define WORD(BYTES, I) ((uint32_t) ((BYTES)[I] << 8 | (BYTES)[(I) + 1]))

static inline void
store_word (uint8_t *bytes, uint32_t word)
{
  bytes[0] = (uint8_t) (word >> 8), bytes[1] = (uint8_t) word; // RACE 1: a
}

static inline void
crypt_block (const uint8_t *from, uint8_t *to, const uint16_t *key)
{
  uint32_t x1, x2, x3, x4;
  x1 = WORD (from, 0), x2 = WORD (from, 2), x3 = WORD (from, 4), x4 = WORD (from, 6); // RACE 1: b
  for (int round = 0; round < ROUNDS; round++, key += 6)
    {
      x1 = multiply (x1, key[0]);
      x2 = (x2 + key[1]) & 0xffff;
      x3 = (x3 + key[2]) & 0xffff;
      x4 = multiply (x4, key[3]);
      uint32_t s = multiply (x1 ^ x3, key[4]);
      uint32_t t = multiply ((s + (x2 ^ x4)) & 0xffff, key[5]);
      s = (s + t) & 0xffff;
      uint32_t old_x2 = x2;
      x1 ^= t;
      x4 ^= s;
      x2 = x3 ^ t;
      x3 = old_x2 ^ s;
    }
  store_word (to, multiply (x1, key[0]));
  store_word (to + 2, (x3 + key[1]) & 0xffff);
  store_word (to + 4, (x2 + key[2]) & 0xffff);
  store_word (to + 6, multiply (x4, key[3]));
}

static void
crypt_blocks (void *argument)
{
  job mine = *(job *) argument;
  for (long i = mine.low; i < mine.high; i++)
    crypt_block (mine.from + BLOCK * i, mine.to + BLOCK * i, mine.keys);
  if (RACE == 2)
    blocks_done += mine.high - mine.low; // RACE 2: ab
}

static void
crypt_all (const uint8_t *from, uint8_t *to, const uint16_t *keys, long blocks)
{
  for (long low = 0; low < blocks; low += BLOCKS_PER_TASK)
    {
      long high = low + BLOCKS_PER_TASK < blocks ? low + BLOCKS_PER_TASK : blocks;
      job next = { from, to, keys, low, high };
      rp_async_copy (crypt_blocks, &next, sizeof next);
    }
}

/* The user's eight words, then the 128 bits rotated left by 25 for each further eight. */
static void
expand_key (const uint16_t user[8], uint16_t *keys)
{
  for (int i = 0; i < KEYS; i++)
    if (i < 8)
      keys[i] = user[i];
    else
      {
        const uint16_t *last = keys + i / 8 * 8 - 8;
        keys[i] = (uint16_t) (last[(i + 1) % 8] << 9 | last[(i + 2) % 8] >> 7);
      }
}

/* The multiplicative inverse modulo the prime 2^16 + 1: x^(2^16 - 1). */
static uint16_t
invert (uint16_t x)
{
  uint32_t power = 1;
  for (int i = 0; i < 16; i++)
    power = multiply (multiply (power, power), x);
  return (uint16_t) power;
}

static uint16_t
negate (uint16_t x)
{
  return (uint16_t) -x;
}

/* The encryption's keys, inverted, from the last round to the first. */
static void
invert_keys (const uint16_t *keys, uint16_t *inverse)
{
  for (int round = 0; round <= ROUNDS; round++)
    {
      const uint16_t *from = keys + 6 * (ROUNDS - round);
      uint16_t *to = inverse + 6 * round;
      bool is_outer = round == 0 || round == ROUNDS;
      to[0] = invert (from[0]);
      to[1] = negate (from[is_outer ? 1 : 2]);
      to[2] = negate (from[is_outer ? 2 : 1]);
      to[3] = invert (from[3]);
      if (round < ROUNDS)
        {
          to[4] = from[-2];
          to[5] = from[-1];
        }
    }
}

/* The published test vector. */
static bool
is_idea (void)
{
  static const uint16_t user[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  static const uint8_t text[BLOCK] = { 0, 0, 0, 1, 0, 2, 0, 3 };
  static const uint8_t expected[BLOCK] = { 0x11, 0xfb, 0xed, 0x2b, 0x01, 0x98, 0x6d, 0xe5 };
  key_schedule keys;
  uint8_t result[BLOCK];
  expand_key (user, keys);
  crypt_block (text, result, keys);
  return memcmp (result, expected, BLOCK) == 0;
}

/* The definition, with division and 64 bits, one block at a time. */
static uint32_t
multiply_plainly (uint32_t x, uint32_t y)
{
  uint64_t a = x ? x : 0x10000, b = y ? y : 0x10000;
  return (uint32_t) (a * b % 0x10001 & 0xffff);
}

static bool
is_encrypted_plainly (const uint8_t *from, const uint8_t *to, const uint16_t *key)
{
  uint32_t x[4];
  for (int i = 0; i < 4; i++)
    x[i] = (uint32_t) (from[2 * i] * 256 + from[2 * i + 1]);
  for (int i = 0; i < KEYS; i += 6)
    {
      x[0] = multiply_plainly (x[0], key[i]);
      x[3] = multiply_plainly (x[3], key[i + 3]);
      x[1] = (x[1] + key[i + (i == 48 ? 2 : 1)]) % 0x10000;
      x[2] = (x[2] + key[i + (i == 48 ? 1 : 2)]) % 0x10000;
      if (i == 48)
        break;
      uint32_t s = multiply_plainly (x[0] ^ x[2], key[i + 4]);
      uint32_t t = multiply_plainly (((x[1] ^ x[3]) + s) % 0x10000, key[i + 5]);
      s = (s + t) % 0x10000;
      uint32_t mixed[4] = { x[0] ^ t, x[2] ^ t, x[1] ^ s, x[3] ^ s };
      memcpy (x, mixed, sizeof x);
    }
  return to[0] * 256u + to[1] == x[0] && to[2] * 256u + to[3] == x[2]
         && to[4] * 256u + to[5] == x[1] && to[6] * 256u + to[7] == x[3];
}

int
main (int count, char **arguments)
{
  long n = bench_open (count, arguments, "crypt", 100000, 24000000);
  long blocks = n / BLOCK;
  uint8_t *text = bench_alloc (n, 1), *secret = bench_alloc (n, 1), *again = bench_alloc (n, 1);
  uint64_t state = 136506717;
  uint16_t user[8];
  key_schedule keys, inverse;
  for (long i = 0; i < n; i++)
    text[i] = (uint8_t) bench_random_bits (&state);
  for (int i = 0; i < 8; i++)
    user[i] = (uint16_t) bench_random_bits (&state);
  expand_key (user, keys);
  invert_keys (keys, inverse);

  bench_start ();
  if (RACE == 1)
    {
      rp_finish
      {
        crypt_all (text, secret, keys, blocks);
        crypt_all (secret, again, inverse, blocks);
      }
    }
  else
    {
      rp_finish
      {
        crypt_all (text, secret, keys, blocks);
      }
      rp_finish
      {
        crypt_all (secret, again, inverse, blocks);
      }
    }
  bench_stop ();

  bool is_right = is_idea () && (RACE != 2 || blocks_done == 2 * blocks)
                  && memcmp (text, again, (size_t) n) == 0;
  for (long i = 0; i < (bench.is_large ? 1000 : blocks); i++)
    is_right = is_right && is_encrypted_plainly (text + BLOCK * i, secret + BLOCK * i, keys);
  double checksum = 0;
  for (long i = 0; i < n; i++)
    checksum += secret[i] * (double) (i % 251);
  int status = bench_close (checksum, is_right);
  free (text);
  free (secret);
  free (again);
  return status;
}
