import type { Item } from '#shared/store/item.ts';

/**
 * The erasure of each item with its account, by the first part of its partition key. `pk`: the owner's ID is
 * the second part. `sk`: it is the last part of the sort key. `attribute`: it is `userId` or `accountId`.
 * `partition`: as `attribute`, and the whole partition is removed. `ledger`: the item remains without its
 * text. `kept`: the item names no person, expires within days, or is removed with another item. A test
 * compares this list with every key of `keyOf`.
 */
export const fates = {
  // accounts
  USER: 'kept',
  EMAIL: 'attribute',
  IDENTITY: 'attribute',
  INVALIDATED: 'attribute',
  DELETIONS: 'kept',
  RECOVERY: 'pk',
  ASSISTANTADS: 'sk',
  CODE: 'kept',
  USED: 'kept',
  LIMIT: 'kept',
  RESETREQUEST: 'kept',
  WAITLISTFLAG: 'pk',
  WAITLIST: 'sk',
  DESCRIPTION: 'kept',
  MIGRATION: 'kept',
  TASK: 'kept',
  JOB: 'kept',
  BACKUP: 'kept',
  CANARY: 'kept',
  CANARYLOG: 'kept',
  NETWORK_KEY: 'kept',
  CREDITS: 'ledger',
  CLAIM: 'kept',
  // Sums per month, by ID and by licence key.
  PARTNER: 'kept',
  BILLINGEVENT: 'kept',
  RECEIVEDWEBHOOKS: 'kept',
  CUSTOMER: 'attribute',
  BILLING: 'pk',
  SUPPRESSED: 'kept',
  MAILPREF: 'pk',
  MAILLOG: 'pk',
  MAILONCE: 'pk',
  NOTIFY: 'pk',
  PACE: 'kept',
  RENEWAL: 'pk',
  EFFECT: 'kept',
  DEADEFFECTS: 'kept',
  MANAGER: 'pk',
  LICENCE: 'kept',
  USERLICENCES: 'pk',
  INVITED: 'kept',
  DEVUSER: 'kept',
  DEVEMAIL: 'kept',
  DEVUSERS: 'kept',
  RECOUNTS: 'pk',
  RECOUNTED: 'pk',
  // Digests remain, so that late records of the projection are erased too.
  TOMBSTONE: 'kept',
  AUDIT: 'kept',
  ACCOUNTACTIVITY: 'pk',
  // analysis
  USERTASK: 'partition',
  USERTASKS: 'pk',
  COMPETITORS: 'pk',
  ADDAYS: 'pk',
  ASSISTANTREPORTS: 'pk',
  ASSISTANTRUN: 'kept',
  KEYWORDPLANS: 'pk',
  ADPAGE: 'kept',
  VENDORWAIT: 'kept',
  OWNPAGE: 'pk',
  LLMSPEND: 'kept',
  LLMCALLS: 'attribute',
  IMAGECONVERSATION: 'attribute',
  CONTENTSESSION: 'attribute',
  SEARCHDOCUMENTS: 'kept',
  SEARCHFRESH: 'kept',
  SEARCHSEGMENTS: 'kept',
  SEARCHFINGERPRINTS: 'kept',
  SEARCHGRAM: 'kept',
  SEARCHSEALING: 'kept',
  SEARCHREBUILD: 'kept',
  SESSIONCOUNTS: 'pk',
  PROMPTS: 'pk',
  PROMPTREQUEST: 'pk',
  // attribution
  KEY: 'attribute',
  ACCOUNT: 'pk',
  KEYID: 'attribute',
  KEYREQUEST: 'pk',
  ALERT: 'kept',
  EVENTCOUNT: 'kept',
  INGESTLIMITS: 'pk',
  EXPORT: 'pk',
  SPENDDAYS: 'pk',
  SPENDIMPORTS: 'pk',
  SPENDVERSION: 'pk',
  SPENDRUN: 'pk',
  SPENDSTOPS: 'pk',
  SPENDPRUNED: 'pk',
  SPENDALIASES: 'pk',
  EXCHANGERATES: 'pk',
  SESSION: 'attribute',
  ALIAS: 'pk',
  CONVERSION: 'pk',
  LOG: 'pk',
  CLICK: 'pk',
  EXTUSER: 'pk',
  PIXEL: 'pk',
  PIXELDAY: 'kept',
  LOGPAYLOAD: 'pk',
  ACTIVITY: 'pk',
  ACTIVITYNAMES: 'pk',
  TALLY: 'pk',
  USERCLICK: 'pk',
  CLICKUSER: 'pk',
  CONFLICTALERT: 'pk',
  TOTALS: 'pk',
  STREAMSCALE: 'kept',
  STREAMSHARD: 'kept',
  WEBHOOKS: 'pk',
  WEBHOOKREQUEST: 'pk',
  WEBHOOKLOG: 'pk',
} as const satisfies Record<string, 'pk' | 'sk' | 'attribute' | 'partition' | 'ledger' | 'kept'>;

export type ErasureAct = 'remove' | 'remove_partition' | 'blank';

/** Returns the erasure of an item when the accounts `gone` are erased, or `null`. */
export function erasureOf(item: Item, gone: ReadonlySet<number>): ErasureAct | null {
  const [prefix = '', owner] = item.pk.split('#');
  const fate = Object.hasOwn(fates, prefix) ? fates[prefix as keyof typeof fates] : 'kept';
  const has = (id: unknown) => gone.has(Number(id));
  if (fate === 'ledger') return has(owner) && item.sk.startsWith('TX#') && item.reason ? 'blank' : null;
  if (fate === 'pk') {
    // Links from managers to an erased client are removed.
    return has(owner) || (prefix === 'MANAGER' && has(item.clientUserId)) ? 'remove' : null;
  }
  if (fate === 'sk') return has(item.sk.split('#').at(-1)) ? 'remove' : null;
  if (fate === 'kept' || !(has(item.userId) || has(item.accountId))) return null;
  return fate === 'partition' ? 'remove_partition' : 'remove';
}
