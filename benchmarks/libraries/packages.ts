/** Debian's packages, and a header of each: without it they are skipped. */
export const CK = { package: 'libck-dev', header: 'ck_pr.h' };
export const URCU = { package: 'liburcu-dev', header: 'urcu/arch.h' };
export const BOOST = { package: 'libboost-dev', header: 'boost/version.hpp' };
export const CAMEL = { package: 'libconcurrentqueue-dev', header: 'concurrentqueue/concurrentqueue.h' };
export const READER_WRITER = { package: 'libreaderwriterqueue-dev', header: 'readerwriterqueue/readerwriterqueue.h' };
export const XENIUM = { package: 'libxenium-dev', header: 'xenium/seqlock.hpp' };
export const DPDK = { package: 'libdpdk-dev', header: 'dpdk/rte_spinlock.h' };

/** Which structure of a file. */
export const kind = (number: number): string[] => [`-DKIND=${number}`];

/** The same for DPDK, whose headers need settings. */
export const dpdk = (number: number): string[] => [
  ...['-I/usr/include/dpdk', '-I/usr/include/x86_64-linux-gnu/dpdk', '-include', 'rte_config.h', '-march=corei7'],
  ...kind(number),
];
