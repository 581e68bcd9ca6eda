import type { RowKind } from './ways-out.ts';

/** A test compares all kinds of rows with this list and `waysOut`. */
export const leadsNothingOut = {
  'The write of the recovery ends sessions, password, second factor and pending e-mail; the mail lists the rest.':
    ['USER'],
  'It belongs to the address, the identity or the payer, whose owner recovers the account.': [
    ...['EMAIL', 'IDENTITY', 'INVALIDATED', 'CUSTOMER', 'BILLING', 'SUPPRESSED', 'MAILPREF', 'MAILLOG'],
    ...['MAILONCE', 'WAITLISTFLAG', 'WAITLIST', 'CODE', 'RESETREQUEST'],
  ],
  'Only operators write it.': [
    'MANAGER',
    'ASSISTANTADS',
    'INGESTLIMITS',
    'DEVUSER',
    'DEVEMAIL',
    'DEVUSERS',
    'AUDIT',
  ],
  'Only the signed-in owner reads it.': [
    ...[
      'ACCOUNTACTIVITY',
      'NOTIFY',
      'CREDITS',
      'RENEWAL',
      'RECOVERY',
      'USERTASK',
      'USERTASKS',
      'COMPETITORS',
      'ADDAYS',
    ],
    ...['ASSISTANTREPORTS', 'KEYWORDPLANS', 'OWNPAGE', 'IMAGECONVERSATION', 'CONTENTSESSION', 'PROMPTS'],
    ...['PROMPTREQUEST', 'SESSIONCOUNTS', 'TOTALS', 'LOG', 'LOGPAYLOAD', 'CONVERSION', 'WEBHOOKLOG'],
  ],
  'It returns a secret of a key or an endpoint again, which has ended.': ['KEYREQUEST', 'WEBHOOKREQUEST'],
  'It is written by pixels, events and imports of spend, and read by reports.': [
    ...['SESSION', 'ALIAS', 'CLICK', 'EXTUSER', 'PIXEL', 'PIXELDAY', 'ACTIVITY', 'ACTIVITYNAMES', 'TALLY'],
    ...['CELLS', 'CELLNAMES', 'CELLSEALS', 'LOGCLICK', 'LOGADJUSTED', 'RULEAPPLICATIONS', 'RECENTCLICKS'],
    ...['ADJUSTMENTS'],
    ...['USERCLICK', 'CLICKUSER', 'CONFLICTALERT', 'ALERT', 'EVENTCOUNT'],
    ...['SPENDDAYS', 'SPENDIMPORTS', 'SPENDVERSION', 'SPENDRUN', 'SPENDSTOPS'],
    'SPENDPRUNED',
  ],
  'It compares orders with events. Only the signed-in owner writes and reads it.': [
    ...['RECONCILIATIONS', 'RECONCILIATIONPARTS', 'RECONCILIATIONREQUEST'],
    ...['RECONCILIATIONREPAIRS', 'RECONCILIATIONMONTHS'],
  ],
  'It is bookkeeping of the service itself.': [
    ...['DELETIONS', 'USED', 'LIMIT', 'DESCRIPTION', 'MIGRATION', 'TASK', 'JOB', 'BACKUP', 'CANARY'],
    ...['CANARYLOG', 'CLAIM', 'PARTNER', 'BILLINGEVENT', 'RECEIVEDWEBHOOKS', 'PACE', 'EFFECT', 'DEADEFFECTS'],
    ...['CELLSTATE', 'CELLSTART'],
    ...['RECOUNTS', 'RECOUNTED', 'TOMBSTONE', 'ASSISTANTRUN', 'ADPAGE', 'VENDORWAIT', 'LLMSPEND', 'LLMCALLS'],
    ...['SEARCHDOCUMENTS', 'SEARCHFRESH', 'SEARCHSEGMENTS', 'SEARCHFINGERPRINTS', 'SEARCHGRAM'],
    ...['SEARCHSEALING', 'SEARCHREBUILD', 'STREAMSCALE', 'STREAMSHARD', 'NETWORK_KEY'],
  ],
} as const satisfies Record<string, readonly RowKind[]>;
