import { type Mutation, mutation } from './mutation.ts';

/** Faults that reviewers put in, and that no test noticed at first; and their siblings in other capabilities. */
export const reviewMutations: readonly Mutation[] = [
  mutation(
    'findings of traffic include the day that is not over',
    'reportTraffic',
    'days.days.filter((day) => day < today)',
    'days.days.filter((day) => day <= today)',
    ['traffic/report'],
  ),
  mutation(
    'deliveries are not filtered by their event type alone',
    'listWebhookDeliveries',
    '...((status ?? event_type) && { wanted: matches })',
    '...(status && { wanted: matches })',
    ['webhooks/webhooks'],
  ),
  mutation(
    'the limit of reads refuses a request though older ads could be returned',
    'adBudget',
    '[...reads.values()].every(({ read }) => read === null)',
    '[...reads.values()].some(({ read }) => read === null)',
    ['api/competitors/social-ads'],
  ),
  mutation(
    'an invitation names an address that its holder has not verified',
    'listInvitations',
    'holder?.emailVerified ? holder.email : null',
    'holder ? holder.email : null',
    ['api/licences/teams'],
  ),
  mutation(
    'a batch of adjustments counts once for the limit',
    'adjustEvents',
    'consumeAdjustments(actor, items.length, deps)',
    'consumeAdjustments(actor, 1, deps)',
    ['api/adjustments/adjustments'],
  ),
  mutation(
    'an adjustment that changes nothing is not counted on its day',
    'cellNet',
    "if (value === '0' && !isNewest) return [];",
    "if (value === '0') return [];",
    ['cells/rules'],
  ),
  mutation(
    'the time of an order goes by the difference of clocks after a change, not before it',
    'orderTimes',
    'const before = offsetAt(zone, shown - hours(24));',
    'const before = offsetAt(zone, shown);',
    ['reconciliation/files'],
  ),
  mutation(
    'a late match has the time at which its event arrived',
    'conversionEvents',
    '      at: after.matchedAt,\n',
    '      at: after.receivedAt,\n',
    ['webhooks/webhooks'],
  ),
  mutation(
    'a refused phone code uses up the limits that allowed it',
    'textCode',
    '    await giveBack();\n    // Callers',
    '    // Callers',
    ['api/accounts/registration/phone'],
  ),
  mutation(
    'a picture that is answered with a 408 is not retried',
    'copyMedia',
    'status === 408 || status === 429 || status >= 500',
    'status === 429 || status >= 500',
    ['api/media/copies'],
  ),
  mutation(
    'of a batch of more than ten messages only ten are deleted',
    'queuePoller',
    'Entries: Entries.slice(at, at + maxAtOnce)',
    'Entries: Entries.slice(at, maxAtOnce)',
    ['local/queue-poller'],
  ),
  mutation(
    'the SDK takes five hundredths for five tenths',
    'sdkAmount',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    "${String(rest).padStart(2, '0')}",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    '${rest}',
    ['packages/node/mistakes'],
  ),
  mutation(
    'the column of spend before has the value before',
    'cliPerformance',
    "'before: spend': previous?.spend",
    "'before: spend': previous?.value",
    ['packages/cli/performance'],
  ),
  mutation(
    'the pixel does not read the domain of its cookies from the address of its script',
    'pixelSettings',
    "setting('cookieDomain', 'cookie-domain')",
    "setting('cookieDomain', 'cookieDomain')",
    ['api/pixel/settings'],
  ),
  mutation(
    'the page Performance shows nothing of an unpaid channel that is chosen',
    'consolePerformanceView',
    "paid: channel ? 'all' : search.paid ? paid[search.paid] : 'true'",
    "paid: search.paid ? paid[search.paid] : 'true'",
    ['console/performance'],
    'filters by network',
  ),
];
