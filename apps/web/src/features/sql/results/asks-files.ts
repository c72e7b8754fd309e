/** `from 'sales.csv'`: how files are asked in a bucket, and what no database understands. */
export function asksFiles(sql: string): boolean {
  return /\b(?:from|join)\s+'[^']{1,1000}\.(?:csv|tsv|json|jsonl|ndjson|parquet|xlsx)(?:\.gz)?'/i.test(
    sql,
  );
}
