import { type TaskEnd, TaskFailed, type TaskRun } from '#shared/tasks/user-task.ts';
import { htmlOf, htmlTypes } from '#shared/web/read-site.ts';
import { AddressRefused, SiteUnreachable, type Web } from '#shared/web/web.ts';
import { asTaggedLink } from './rules/ad-parameters.ts';
import type { PagePixels } from './rules/page-pixels.ts';

export type SiteCheckParameters = { page: string };

export type SiteFacts = PagePixels & {
  hops: string[];
  status: number;
  isHtml: boolean;
};

const siteSeconds = 7;
const maxPolicyCharacters = 20_000;

export async function siteCheckTask(
  { task }: TaskRun,
  { web, siteChecksOnThisMachine }: { web: Web; siteChecksOnThisMachine: boolean },
): Promise<TaskEnd> {
  const { page } = task.parameters as SiteCheckParameters;
  try {
    const taggedPage = asTaggedLink(page);
    const file = await web.fetch({
      url: taggedPage,
      kind: 'page',
      timeoutSeconds: siteSeconds,
      ...(siteChecksOnThisMachine && { isOnThisMachineAllowed: true }),
    });
    const isHtml = htmlTypes.has(file.contentType);
    const { pagePixels } = await import('./rules/page-pixels.ts');
    const pixels = pagePixels(isHtml ? htmlOf(file) : '', file.url);
    const header = file.contentPolicy?.slice(0, maxPolicyCharacters);
    const facts: SiteFacts = {
      ...pixels,
      policies: [...(header ? [header] : []), ...pixels.policies],
      hops: [...(file.hops ?? [taggedPage]), file.url].filter((hop, i, all) => hop !== all[i - 1]),
      status: file.status,
      isHtml,
    };
    return { result: facts };
  } catch (error) {
    if (error instanceof AddressRefused)
      throw new TaskFailed('The page, or where it redirects to, is not on the public web.', 'address_refused');
    if (error instanceof SiteUnreachable) throw new TaskFailed(`The page could not be read: ${error.reason}.`, 'website_unreachable');
    throw error;
  }
}
