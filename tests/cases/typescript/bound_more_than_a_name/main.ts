class Job {
  start() {}
}

interface Batch<Jobs extends readonly Job[] = readonly Job[], Last extends Job | null = Job | null> {
  jobs: Jobs;
  last: Last;
}

export function run(batch: Batch) {
  for (const job of batch.jobs) job.start();
}

export function finish(batch: Batch) {
  batch.last?.start();
}
