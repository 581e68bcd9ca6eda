import { type TaskEnd, TaskFailed, type TaskRun } from '#shared/tasks/user-task.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';
import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';
import { type FindPageDeps, type FoundPage, findOwnPage } from './find-own-page.ts';

export type OwnPageParameters = { website: string; company: string | null };

export type OwnPageResult = { found: FoundPage | null } | { retryAfterSeconds: number };

const usualWaitSeconds = 30;

/** If the ad library fails, the task ends without retries, because a user waits. */
export async function ownPageTask({ task }: TaskRun, deps: FindPageDeps): Promise<TaskEnd> {
  try {
    const ownPage = await findOwnPage(task.parameters as OwnPageParameters, deps);
    return { result: { found: ownPage } satisfies OwnPageResult };
  } catch (error) {
    if (error instanceof AddressRefused) throw new TaskFailed('The website is not on the public web.', 'address_refused');
    if (error instanceof SiteUnreachable) throw new TaskFailed('The website could not be read.', 'website_unreachable');
    if (!(error instanceof VendorUnavailable)) throw error;
    const retryAfterSeconds = error.retryAfterSeconds ?? usualWaitSeconds;
    return { result: { retryAfterSeconds } satisfies OwnPageResult };
  }
}
