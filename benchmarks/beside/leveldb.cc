// A load for LevelDB: threads write, delete, read, iterate and take snapshots while it compacts. Usage: load THREADS STEPS FOLDER
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>
#include "leveldb/cache.h"
#include "leveldb/db.h"
#include "leveldb/filter_policy.h"
#include "leveldb/write_batch.h"

static std::string name_of(unsigned key) { return "entry" + std::to_string(100000 + key % 2000); }

static void work(leveldb::DB *db, unsigned thread, unsigned steps) {
  unsigned found = 0, key = 31 * thread + 7;
  for (unsigned i = 0; i < steps; i++) {
    key = key * 69069 + 12345;
    const std::string name = name_of(key >> 9);
    if (i % 4 == 0) {
      db->Put(leveldb::WriteOptions(), name, std::string(40 + key % 90, 'x'));
    } else if (i % 11 == 1) {
      db->Delete(leveldb::WriteOptions(), name);
    } else if (i % 11 == 2) {
      leveldb::WriteBatch batch;
      batch.Put(name, "first");
      batch.Put(name_of(i), "second");
      db->Write(leveldb::WriteOptions(), &batch);
    } else if (i % 11 == 3) {
      leveldb::ReadOptions options;
      options.snapshot = db->GetSnapshot();
      std::unique_ptr<leveldb::Iterator> iterator(db->NewIterator(options));
      iterator->Seek(name);
      for (int n = 0; n < 8 && iterator->Valid(); n++) iterator->Next();
      iterator.reset();
      db->ReleaseSnapshot(options.snapshot);
    } else {
      std::string value;
      if (db->Get(leveldb::ReadOptions(), name, &value).ok()) found++;
    }
  }
  if (found == 0) abort();
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  leveldb::Options options;
  options.create_if_missing = true;
  options.write_buffer_size = 64 * 1024;
  options.max_file_size = 1024 * 1024;
  std::unique_ptr<leveldb::Cache> cache(leveldb::NewLRUCache(32 * 1024));
  std::unique_ptr<const leveldb::FilterPolicy> filter(leveldb::NewBloomFilterPolicy(8));
  options.block_cache = cache.get();
  options.filter_policy = filter.get();
  leveldb::DestroyDB(argv[3], options);
  leveldb::DB *opened = nullptr;
  if (!leveldb::DB::Open(options, argv[3], &opened).ok()) return 3;
  std::unique_ptr<leveldb::DB> db(opened);
  std::vector<std::thread> threads;
  for (int i = 0; i < atoi(argv[1]); i++) threads.emplace_back(work, db.get(), i, atoi(argv[2]));
  for (std::thread &each : threads) each.join();
}
