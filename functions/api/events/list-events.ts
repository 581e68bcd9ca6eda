import * as z from 'zod';
import { allChecked } from '#functions/api/all-checked.ts';
import { periodOf } from '#functions/api/period.ts';
import { pixelFilter, scopeFields } from '#functions/api/read-scope.ts';
import { hasNames, reportFilters } from '#functions/api/report-filters.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { clicks, conversions, eventIndex } from '#shared/conversions/needs.ts';
import { unmatchedReasons } from '#shared/conversions/rules/attribution.ts';
import { maxAliasLength } from '#shared/conversions/rules/network-ids.ts';
import { entriesOf } from '#shared/event-log/find-by-id.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { consentOfEntry, entryFactsOf, type LogEntry, logIdOf } from '#shared/event-log/rules/event-log.ts';
import { maxEventDays, usualEventDays } from '#shared/event-log/rules/limits.ts';
import { type LogPlace, logPageCost } from '#shared/event-log/store/log-pages.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { consentFilter, factFilters, hasFacts } from './click-facts-schema.ts';
import { exampleEntries, LogRecord, logRecordOf, Outcome, place } from './log-schema.ts';

export const listEvents = defineEndpoint({
  id: 'listEvents',
  method: 'GET',
  path: '/api/v1/pixel/events',
  auth: 'view',
  needs: { clicks, conversions, eventIndex, eventLog, keys },
  summary: 'List events',
  description:
    `At most ${maxEventDays} days. Accepted events appear about a second after their response, all others at once. If many ` +
    'events are repeated or rejected, only some are listed; the funnel report counts all of them. A page reads a bounded part of the log (' +
    `at most ${logPageCost.items} entries with ${logPageCost.queries} requests to the table), ` +
    'so with a filter it can be short or even empty: the list ends where `next_cursor` is null. With `id`, accepted events of any day are found and come first.',
  query: z.object({
    outcome: Outcome.optional(),
    ...reportFilters,
    ...factFilters,
    consent: consentFilter,
    campaign_contains: z.string().min(1).max(256).optional().meta({
      description: 'Return only events of campaigns whose name contains this text. Upper and lower case are the same.',
    }),
    reason: z.enum(unmatchedReasons).optional().meta({
      description: 'Return only events that were not matched for this reason when they were accepted.',
    }),
    key_id: z.string().min(1).max(100).optional().meta({ description: 'Return only events sent with this key.' }),
    id: z.string().min(1).max(maxAliasLength).optional().meta({
      description: 'Any ID: of the event, the click (`svc_click_id`, or an ad network’s such as `gclid`), the request or the log entry.',
    }),
    ...scopeFields,
    from: z.iso
      .date()
      .optional()
      .meta({ description: `First day. ${usualEventDays - 1} days before \`to\` if omitted.` }),
    to: z.iso.date().optional().meta({ description: 'Last day, included. Today if omitted.' }),
    limit: z.coerce.number().int().min(1).max(100).default(50).meta({ description: 'Entries in a page.' }),
    cursor: place.field.meta({
      description:
        '`next_cursor` of the previous page, whose days apply. All other parameters are those of that page, except `limit`; otherwise the problem is `cursor_of_another_request`.',
    }),
  }),
  responses: {
    200: z
      .object({
        events: z.array(LogRecord).meta({ description: 'The events.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'EventLog' }),
  },
  answers: {
    200: 'Returns a page of the event log, newest first.',
  },
  example: {
    query: { outcome: 'rejected', limit: 20 },
    responses: {
      200: {
        events: exampleEntries,
        next_cursor: 'WyIyMDI2LTExLTE1IiwiMjAyNi0xMS0yMSJd',
      },
    },
  },

  async handle({ query, actor }, deps) {
    const { outcome, reason, campaign_contains, key_id, id, environment, limit, cursor } = query;
    const accountId = actor.accountId;
    const [{ days }, isOfPixel] = await allChecked(
      () => periodOf(query, deps.now(), { max: maxEventDays, usual: usualEventDays }),
      () => pixelFilter(accountId, query, deps.keys),
    );
    // Entries that were found by their ID are excluded from every page, so that no later page lists them
    // again.
    const direct = id === undefined ? [] : await entriesOf(id, { accountId, environment }, deps);
    const listed = new Set(direct.map(logIdOf));
    const isNamed = hasNames(query);
    const isOfClick = hasFacts(query);
    const part = campaign_contains === undefined ? undefined : folded(campaign_contains);
    const matches = (entry: LogEntry) =>
      (outcome === undefined || entry.outcome === outcome) &&
      (reason === undefined || entry.reason === reason) &&
      isNamed(namesOf(entry)) &&
      isOfClick(entryFactsOf(entry)) &&
      (query.consent === undefined || consentOfEntry(entry) === query.consent) &&
      (part === undefined || (entry.campaign !== undefined && folded(entry.campaign).includes(part))) &&
      (key_id === undefined || entry.keyId === key_id) &&
      isOfPixel(entry);
    const isWanted = (entry: LogEntry) =>
      matches(entry) &&
      (id === undefined || ([entry.eventId, entry.requestId, logIdOf(entry)].includes(id) && !listed.has(logIdOf(entry))));
    const names = [query.campaign, query.ad_group, query.ad_id, query.event_type];
    const facts = [query.channel, query.paid, query.traffic, query.consent];
    const filters = [outcome, reason, ...names, ...facts, part, key_id, id, query.pixel_key];

    const from = cursor?.from ?? days.start;
    const start = cursor?.start ?? placeBefore(days.end);
    const { entries, next } = await deps.eventLog.page(
      accountId,
      environment,
      { from: from.length === 10 ? `${from}T00:00:00.000Z` : from, start },
      { limit, ...(filters.some((filter) => filter !== undefined) && { wanted: isWanted }) },
    );
    const first = cursor ? [] : direct.filter(matches);
    return ok({
      events: [...first, ...entries].map(logRecordOf),
      next_cursor: next && place.textOf({ from, start: next }),
    });
  },
});

const namesOf = ({ campaign, adGroup, adId, eventType }: LogEntry) => ({
  campaign,
  ad_group: adGroup,
  ad_id: adId,
  event_type: eventType,
});
const folded = (name: string) => name.normalize('NFC').toLowerCase().normalize('NFC');

function placeBefore(end: string): LogPlace {
  const day = dayOf(new Date(Date.parse(end) - 1).toISOString());
  return end.endsWith('T00:00:00.000Z') ? { day } : { day, before: end };
}
