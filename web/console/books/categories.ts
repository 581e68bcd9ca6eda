/** The order leads from equal to unknown. `extra` has events without an order. */
const looks = {
  ok: ['Equal', 'The same in both'],
  unattributed: ['No ad', 'Arrived, and leads to no ad'],
  day_differs: ['Other day', 'Arrived on another day'],
  value_differs: ['Other value', 'Arrived with another value'],
  currency_differs: ['Other currency', 'Arrived in another currency'],
  refund_differs: ['Other refund', 'Refunded in the shop and not here, or the other way round'],
  doubled: ['Counted twice', 'Arrived under two IDs that count'],
  rejected: ['Rejected', 'Was sent, and each attempt was rejected'],
  missing: ['Missing', 'Never arrived'],
  unclear_status: ['Unclear', 'Its status is in no list. Answer on the tab Rules, and reconcile again'],
  cancelled_here_counted: ['Cancelled', 'Cancelled in the shop, and counted here'],
  excluded: ['No sale', 'Left out by your rules'],
  extra: ['Only in adtrail', 'An event without an order in the file'],
} as const;
export type Category = keyof typeof looks;

export const categoryNames = Object.keys(looks) as Category[];
export const isCategory = (text: unknown): text is Category => categoryNames.some((name) => name === text);
export const categoryTitle = (category: Category): string => looks[category][0];
export const categoryText = (category: Category): string => looks[category][1];

export const firstOf = (counts: Record<Category, number>): Category =>
  categoryNames.slice(1, -2).findLast((name) => name !== 'unattributed' && counts[name] > 0) ??
  (['extra', 'unattributed', 'ok'] as const).find((name) => counts[name] > 0) ??
  'excluded';
