import { deflateRawSync } from 'node:zlib';
import type { CountedCell } from '#shared/cells/rules/cells.ts';
import { sumSigned } from '#shared/cells/rules/signed.ts';
import type { MailClick } from '#shared/messages/lifecycle-mails.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import { keyOf as keyOfReconciliation } from '#shared/reconciliation/items.ts';
import type { Placed } from '#shared/reconciliation/rules/categories.ts';
import type { ArrivedEvent } from '#shared/reconciliation/rules/events.ts';
import type { Figures } from '#shared/reconciliation/rules/figures.ts';
import type { ReconciliationRef } from '#shared/reconciliation/store/parts.ts';
import { keyOf as keyOfSearch } from '#shared/search/items.ts';
import type { SearchDocument } from '#shared/search/rules/search-documents.ts';
import { freshShardOf } from '#shared/search/store/search-documents.ts';
import type { SpendRow } from '#shared/spend/rules/spend-rows.ts';
import { keyOf as keyOfTraffic } from '#shared/traffic/items.ts';

export const deflated = (text: string) => deflateRawSync(text).toString('base64');

export const place = { series: 'click', day: '2026-11-21' } as const;
const names = ['pk_live_1', 'paid_search', 'spring', 'g', 'ad_1', 'human', 'order_created', 'EUR', 'svc_click_id', '0'];
export const cells: CountedCell[] = [
  {
    ...place,
    count: 5,
    value: '95.5',
    names,
    quarters: [
      { quarter: 0, count: 2, value: '40' },
      { quarter: 95, count: 3, value: '55.5' },
    ],
  },
  {
    ...place,
    count: -1,
    value: '-12.34',
    names: names.with(3, '').with(4, '"é'),
    quarters: [{ quarter: 48, count: -1, value: '-12.34' }],
  },
];
export const countedCells = (packedCells: readonly Pick<CountedCell, 'names' | 'quarters'>[]): CountedCell[] =>
  packedCells.map((cell) => ({
    ...place,
    ...cell,
    value: sumSigned(cell.quarters.map(({ value }) => value)),
    count: cell.quarters.reduce((sum, { count }) => sum + count, 0),
  }));

const noNames = { campaignId: null, campaign: null, adGroupId: null, adGroup: null, adId: null, ad: null };
const noReport = { reportedConversions: null, reportedValue: null };
export const spendRows: SpendRow[] = [
  {
    campaignId: '7',
    campaign: 'spring',
    adGroupId: '70',
    adGroup: 'é "shoes"',
    adId: '700',
    ad: 'red',
    spend: '12.5',
    impressions: 900,
    clicks: 20,
    reportedConversions: '1.5',
    reportedValue: '99.95',
  },
  { ...noNames, campaign: 'autumn', spend: '3', impressions: null, clicks: 4, ...noReport },
  { ...noNames, spend: '0.01', impressions: null, clicks: null, ...noReport },
];

export const reconciliation: ReconciliationRef = {
  accountId: 7,
  environment: 'live',
  id: 'recon_1',
  createdAt: '2026-11-21T12:00:00.000Z',
};
export const partPk = keyOfReconciliation.reconciliationPart(7, 'live', 'recon_1', '').pk;
const occurredAt = 1_795_176_000_000;
export const orders: Order[] = [
  {
    orderId: '1001',
    occurredAt,
    value: '25.99',
    currency: 'USD',
    status: 'paid',
    salesChannel: 'web',
    isTest: true,
    tax: '2.1',
    shipping: '4',
    refunded: '1',
    clickId: 's_1',
    userHash: 'a1b2',
    notPaid: null,
  },
  {
    orderId: '1002',
    occurredAt,
    value: '0',
    currency: 'EUR',
    status: null,
    salesChannel: null,
    isTest: false,
    tax: null,
    shipping: null,
    refunded: null,
    clickId: null,
    userHash: null,
    notPaid: null,
  },
];
export const event: ArrivedEvent = {
  eventId: 'order_created:1001',
  eventType: 'order_created',
  value: '20',
  currency: 'USD',
  occurredAt,
  receivedAt: '2026-11-21T12:00:00.000Z',
  isCounted: true,
  reason: 'no_click_id',
  pixelKey: 'pk_1',
  channel: 'paid_search',
  sid: 's_1',
  orderNumber: '1001',
  gross: '25.99',
  isRefunded: true,
};
export const rejections = [{ eventId: 'e', code: 'validation_failed', receivedAt: '2026-11-21T12:00:00.000Z' }];
const withoutClick = { ...event, sid: '', isCounted: false, reason: null, channel: null, isRefunded: false };
export const row: Placed = {
  category: 'missing',
  order: orders[0] as Order,
  event: { ...event, sid: '' },
  doubles: [withoutClick],
  reason: 'no_click_id',
  differenceName: 'tax',
  kept: '25.99',
  similarId: null,
};
const amounts = { orders: 1, excluded: 0, arrived: 1, byCurrency: {} };
export const figures = {
  total: amounts,
  byCategory: {},
  byDay: { '2026-11-21': amounts },
  byChannel: {},
  bySalesChannel: {},
  byPixel: {},
} as unknown as Figures;

export const document: SearchDocument = {
  kind: 'user',
  id: '7',
  userId: 7,
  createdAt: '2026-11-21T12:00:00.000Z',
  title: 'Ada',
  fields: [
    { name: 'email', text: 'ada@company.example' },
    { name: 'company', text: 'Shoé & Söhne' },
  ],
  userFields: [{ name: 'full_name', text: 'Ada' }],
};
export const freshKey = (at: string) => keyOfSearch.searchFresh(freshShardOf(at), at);
export const segmentKey = (segment: string) => keyOfSearch.searchSegment(segment, 0);
export const postingKey = (gram: string, segment: string) => keyOfSearch.searchPosting(gram, segment);
export const gramOf = (pk: string) => decodeURIComponent(pk.slice(keyOfSearch.searchPosting('', '').pk.length));

export const ads = [{ id: '1', text: 'Shoes “é”', firstSeenAt: '2026-11-21T12:00:00.000Z' }, { 17: 'x' }];

export const sentFields = {
  event_type: 'Bad type',
  svc_click_id: 's_R7oxEXg9mlwYrb2PzcG1xm',
  event_id: 'e2',
  value: 5.25,
  occurred_at: '2026-11-21T12:00:00Z',
  currency: 'EUR',
  properties: { size: [42, null] },
  external_user_id: 'u',
  unknown: 1,
};
const { external_user_id: _, unknown: __, ...fields } = sentFields;
export const payload = { fields, externalUserHash: 'ab12' };

const click: MailClick = { userId: 7, type: 'assistant_report', cta: 'login', mailId: 'mail#1' };
export const links = {
  click,
  unsubscribe: 7,
  report: { userId: 7, accountId: 'act_1', day: '2026-11-21' },
  invitation: { digest: 'abc', id: 'inv_1' },
  exported: { userId: 7, id: 'export_1' },
};

export const streamArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/accounts/stream/1';
export const position = { shardId: 'shardId-1', sequenceNumber: '000000000000000000042' };

export const deletion = {
  userId: 7,
  requestedAt: '2026-11-21T12:00:00.000Z',
  eraseAt: '2026-12-21T12:00:00.000Z',
};
export const erasure = {
  accountId: 7,
  selector: { userHash: 'a1b2' },
  until: '2026-11-21T12:00:00.000Z',
};

export const subject = { accountId: 7, environment: 'live', subject: 's' } as const;
export const clicksKey = keyOfTraffic.recentClicks(7, 'live', 's');
export const clickBounds = { withinMs: 86_400_000, most: 10 };
export const clicks = [
  { at: occurredAt, sid: 's_R7oxEXg9mlwYrb2PzcG1xm' },
  { at: occurredAt + 5, sid: 's_sNklzv2pgY5ofR1Mfin85E', network: 'd5ffcdc5' },
];

/** The trigram with the thin list is in one document of 700. */
export const thinEntry = 700 * 16 + 5;
export const index = {
  mayHave: [true, false],
  members: [{ userId: 7, place: '1795262400000#user#7' }],
  postings: { ada: [5], é: [2], thin: [thinEntry] },
};
export const grams = Object.keys(index.postings);
