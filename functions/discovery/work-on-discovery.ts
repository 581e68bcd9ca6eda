import { discoverCompetitors } from '#shared/discovery/discover-competitors.ts';
import type { DiscoveryDeps } from '#shared/discovery/discovery-deps.ts';
import { workUserTask } from '#shared/jobs/user-task.ts';
import type { Message } from '#shared/queues.ts';

/** No step is begun later; the longest one then ends before the function does. */
const seconds = 180;

/** Finds the competitors that a task asks for. */
export const workOnDiscovery = ({ task_id }: Message<'discovery'>, deps: DiscoveryDeps): Promise<void> =>
  workUserTask(task_id, (run) => discoverCompetitors(run, deps), deps, { seconds });
