import { serveReading } from '#platform/threads/reading-program.ts';
import { type ParquetItem, type ParquetTask, readParquet } from './read-parquet.ts';

serveReading<ParquetTask, ParquetItem>(readParquet);
