/** `sscanf` and `getopt`. */
export const SCANNING = String.raw`
typedef struct {
  int suppress, width;
  int size;   /* of the integer: in bytes */
  int isLong; /* of the float: double */
} conversion;

static const char *digits_of(const char *at, const char *limit, int base, unsigned long long *value, int *any) {
  *value = 0;
  *any = 0;
  for (; at < limit && *at; at++) {
    int digit = isdigit((unsigned char)*at) ? *at - '0' : isalpha((unsigned char)*at) ? (*at | 32) - 'a' + 10 : 99;
    if (digit >= base) break;
    *value = *value * (unsigned)base + (unsigned)digit;
    *any = 1;
  }
  return at;
}

static const char *scan_integer(const char *at, const char *limit, int base, unsigned long long *value) {
  int negative = 0, any;
  if (at < limit && (*at == '-' || *at == '+')) negative = *at++ == '-';
  if ((base == 0 || base == 16) && at + 1 < limit && *at == '0' && (at[1] | 32) == 'x') at += 2, base = 16;
  else if (base == 0) base = at < limit && *at == '0' ? 8 : 10;
  at = digits_of(at, limit, base, value, &any);
  if (negative) *value = -*value;
  return any ? at : 0;
}

static void put_integer(void *to, int size, unsigned long long value) {
  if (size == 1) *(unsigned char *)to = (unsigned char)value;
  else if (size == 2) *(unsigned short *)to = (unsigned short)value;
  else if (size == 8) *(unsigned long long *)to = value;
  else *(unsigned *)to = (unsigned)value;
}

static const char *scan_set(const char *format, unsigned char *set) {
  int invert = *format == '^';
  if (invert) format++;
  memset(set, invert, 256);
  for (int first = 1; *format && (first || *format != ']'); first = 0, format++) {
    unsigned from = (unsigned char)*format, to = from;
    if (format[1] == '-' && format[2] && format[2] != ']') to = (unsigned char)format[2], format += 2;
    for (unsigned c = from; c <= to; c++) set[c] = !invert;
  }
  return *format ? format + 1 : format;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list list) {
  const char *at = text;
  int stored = 0;
  for (; *format; format++) {
    if (isspace((unsigned char)*format)) {
      while (isspace((unsigned char)*at)) at++;
      continue;
    }
    if (*format != '%') {
      if (*at != *format) return *at || stored ? stored : -1;
      at++;
      continue;
    }
    conversion given = {0, 0, 4, 0};
    if (*++format == '*') given.suppress = 1, format++;
    while (isdigit((unsigned char)*format)) given.width = given.width * 10 + *format++ - '0';
    for (;; format++) {
      if (*format == 'h') given.size = given.size == 2 ? 1 : 2;
      else if (*format == 'l') given.size = given.isLong ? 8 : sizeof(long), given.isLong = 1;
      else if (*format == 'j' || *format == 'q') given.size = 8;
      else if (*format == 'z' || *format == 't') given.size = sizeof(size_t);
      else break;
    }
    if (*format == '%') {
      while (isspace((unsigned char)*at)) at++;
      if (*at++ != '%') return stored;
      continue;
    }
    if (*format == 'n') {
      if (!given.suppress) put_integer(va_arg(list, void *), given.size, (unsigned long long)(at - text));
      continue;
    }
    if (*format != 'c' && *format != '[') while (isspace((unsigned char)*at)) at++;
    if (*at == 0) return stored ? stored : -1;
    const char *limit = at + (given.width ? strnlen(at, (size_t)given.width) : strlen(at));
    const char *end = at;
    unsigned long long value;
    if (strchr("diuxXop", *format)) {
      int base = *format == 'i' ? 0 : *format == 'o' ? 8 : strchr("xXp", *format) ? 16 : 10;
      end = scan_integer(at, limit, base, &value);
      if (!end) return stored;
      if (!given.suppress) put_integer(va_arg(list, void *), *format == 'p' ? (int)sizeof(void *) : given.size, value);
    } else if (strchr("aAeEfFgG", *format)) {
      char copy[64];
      size_t length = (size_t)(limit - at) < sizeof copy - 1 ? (size_t)(limit - at) : sizeof copy - 1;
      memcpy(copy, at, length);
      copy[length] = 0;
      char *after;
      double number = strtod(copy, &after);
      if (after == copy) return stored;
      end = at + (after - copy);
      if (!given.suppress) {
        void *to = va_arg(list, void *);
        if (given.isLong) *(double *)to = number;
        else *(float *)to = (float)number;
      }
    } else {
      unsigned char set[256];
      int isText = *format != 'c';
      memset(set, 1, sizeof set);
      if (*format == 's') for (int c = 0; c < 256; c++) set[c] = !isspace(c);
      else if (*format == '[') format = scan_set(format + 1, set) - 1;
      else limit = at + (given.width ? given.width : 1);
      while (end < limit && *end && set[(unsigned char)*end]) end++;
      if (end == at) return stored;
      if (!given.suppress) {
        char *to = va_arg(list, char *);
        memcpy(to, at, (size_t)(end - at));
        if (isText) to[end - at] = 0;
      }
    }
    at = end;
    if (!given.suppress) stored++;
  }
  return stored;
}

int sscanf(const char *restrict text, const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int stored = vsscanf(text, format, list);
  va_end(list);
  return stored;
}
int __isoc99_sscanf(const char *, const char *, ...) __attribute__((alias("sscanf")));
int __isoc23_sscanf(const char *, const char *, ...) __attribute__((alias("sscanf")));
int __isoc99_vsscanf(const char *, const char *, va_list) __attribute__((alias("vsscanf")));
int __isoc23_vsscanf(const char *, const char *, va_list) __attribute__((alias("vsscanf")));

char *optarg;
int optind = 1, opterr = 1, optopt;
static int inside; /* of an argument with several options */

int getopt(int count, char *const *arguments, const char *options) {
  if (optind == 0) optind = 1, inside = 0;
  if (inside == 0) {
    if (optind >= count || arguments[optind][0] != '-' || arguments[optind][1] == 0) return -1;
    if (strcmp(arguments[optind], "--") == 0) {
      optind++;
      return -1;
    }
    inside = 1;
  }
  const char *argument = arguments[optind];
  int option = (unsigned char)argument[inside++];
  int isLast = argument[inside] == 0;
  const char *known = option == ':' ? 0 : strchr(options, option);
  optarg = 0;
  if (!known || known[1] != ':') {
    if (isLast) optind++, inside = 0;
    if (known) return option;
    optopt = option;
    return '?';
  }
  if (!isLast) optarg = (char *)argument + inside;
  else if (known[2] != ':') optarg = ++optind < count ? arguments[optind] : 0;
  optind++;
  inside = 0;
  if (optarg || known[2] == ':') return option;
  optopt = option;
  return options[0] == ':' ? ':' : '?';
}
`;
