import * as z from 'zod';
import { adPages } from '#shared/ads/needs.ts';
import { competitors } from '#shared/competitors/needs.ts';
import { competitorSources } from '#shared/competitors/rules/competitors.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { taskExample, taskFields, taskRecord } from '#shared/tasks/task-record.ts';

export const readDiscoveryStatus = defineEndpoint({
  id: 'readDiscoveryStatus',
  method: 'GET',
  path: '/api/v1/competitors/discovery-status',
  auth: 'view',
  needs: { adPages, competitors, tasks: userTasks },
  summary: 'Retrieve the discovery status',
  description:
    'Returns whether you have competitors, from which source, the latest discovery task, and whether your own page is set. Use it for loading states.',
  responses: {
    200: z
      .object({
        has_competitors: z.boolean().meta({ description: 'Whether the account has competitors from any source.' }),
        sources: z
          .object({
            direct_web_search: z.boolean().meta({ description: 'Found by a web search that the user requested.' }),
            lite_signup: z.boolean().meta({ description: 'Found in the background during a lightweight sign-up.' }),
          })
          .meta({ description: 'Whether there are competitors found on request, or after the sign-up.' }),
        task: z.object(taskFields).nullable().meta({ description: 'The latest discovery; `null` before the first.' }),
        has_own_page: z.boolean().meta({
          description: 'Whether your page in the ad library is set. Before, `readOwnAds` is `404`.',
        }),
      })
      .meta({ id: 'DiscoveryStatus' }),
  },
  example: {
    responses: {
      200: {
        has_competitors: true,
        sources: { direct_web_search: false, lite_signup: true },
        task: taskExample,
        has_own_page: true,
      },
    },
  },

  async handle({ actor: { accountId } }, { competitors, tasks, adPages }) {
    // A completed task has stored its competitors, so the task is read before the competitors.
    const task = await tasks.latest('discovery', accountId);
    const [foundCompetitors, ownPage] = await Promise.all([competitors.ofUser(accountId), adPages.ownOf(accountId)]);
    const [direct_web_search, lite_signup] = competitorSources.map((source) =>
      foundCompetitors.some((competitor) => competitor.source === source),
    ) as [boolean, boolean];
    const sources = { direct_web_search, lite_signup };
    return ok({
      has_competitors: foundCompetitors.length > 0,
      sources,
      task: task && taskRecord(task),
      has_own_page: ownPage !== null,
    });
  },
});
