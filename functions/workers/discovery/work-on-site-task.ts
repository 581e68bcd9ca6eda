import { ownPageTask } from '#shared/ads/own-page-task.ts';
import { discoverCompetitors } from '#shared/competitors/discover-competitors.ts';
import { discoveryQueue } from '#shared/competitors/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { siteCheckTask } from '#shared/site-check/site-check-task.ts';
import { TaskBusy } from '#shared/tasks/store/user-task-items.ts';
import { workUserTask } from '#shared/tasks/user-task.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import type { Deps } from './needs.ts';

const seconds = 90;
/** The worker waits longer for a task than a dead worker's lease lasts. */
const maxLooks = 20;
const lookMs = 1000;

export async function workOnSiteTask(message: MessageOf<typeof discoveryQueue>, deps: Deps): Promise<void> {
  const { task_id } = message;
  const account = message.user_id ?? (await deps.tasks.byId(task_id))?.userId;
  if (account === undefined) return;
  await inTurn({ queue: discoveryQueue, message, account, name: task_id }, deps, () => workOn(task_id, deps));
}

async function workOn(task_id: string, deps: Deps): Promise<void> {
  for (let looks = 1; ; looks++) {
    try {
      return await workUserTask(
        task_id,
        (run) => {
          if (run.task.job === 'own_page') return ownPageTask(run, deps);
          return run.task.job === 'site_check' ? siteCheckTask(run, deps) : discoverCompetitors(run, deps);
        },
        deps,
        { seconds },
      );
    } catch (error) {
      if (!(error instanceof TaskBusy) || looks === maxLooks) throw error;
      await deps.pause(lookMs);
    }
  }
}
