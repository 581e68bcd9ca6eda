import type { Item } from '#shared/store/item.ts';

/**
 * How an item is erased with its account, by the first part of its partition key. `pk`: the owner's id is
 * the second part. `sk`: the last part of the sort key. `attribute`: `userId` or `accountId`. `partition`: as `attribute`,
 * with all else in the partition. `ledger`: stays without its text. `kept`: nobody's, or it names nobody, expires within
 * days, or follows by itself. A test holds every key of `keyOf` against this list.
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
  CREDITS: 'ledger',
  CLAIM: 'kept',
  // Sums of months, by id and by licence key.
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
  // Digests, so that what the projection hears late is erased too.
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
  CELLS: 'pk',
  CELLSEALS: 'pk',
  CELLSTATE: 'pk',
  LOGCLICK: 'pk',
  STREAMSCALE: 'kept',
  STREAMSHARD: 'kept',
  WEBHOOKS: 'pk',
  WEBHOOKREQUEST: 'pk',
  WEBHOOKLOG: 'pk',
} as const satisfies Record<string, 'pk' | 'sk' | 'attribute' | 'partition' | 'ledger' | 'kept'>;

/** What is done with an item of an erased account. */
export type ErasureAct = 'remove' | 'remove_partition' | 'blank';

/** What is to be done with an item when the accounts `gone` are erased; `null`: nothing. */
export function erasureOf(item: Item, gone: ReadonlySet<number>): ErasureAct | null {
  const [prefix = '', owner] = item.pk.split('#');
  const fate = Object.hasOwn(fates, prefix) ? fates[prefix as keyof typeof fates] : 'kept';
  const has = (id: unknown) => gone.has(Number(id));
  if (fate === 'ledger') return has(owner) && item.sk.startsWith('TX#') && item.reason ? 'blank' : null;
  if (fate === 'pk') {
    // Links from managers to an erased client end.
    return has(owner) || (prefix === 'MANAGER' && has(item.clientUserId)) ? 'remove' : null;
  }
  if (fate === 'sk') return has(item.sk.split('#').at(-1)) ? 'remove' : null;
  if (fate === 'kept' || !(has(item.userId) || has(item.accountId))) return null;
  return fate === 'partition' ? 'remove_partition' : 'remove';
}
