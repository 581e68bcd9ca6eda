import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { olderIdLength } from './rules/network-ids.ts';

export const keyOf = {
  /** A counter measures time, so each rate has a separate counter. */
  eventCounter: (name: string, id: string, perSecond: number) => key(`EVENTCOUNT#${name}#${id}`, `RATE#${perSecond}`),
  ingestLimits: (accountId: AccountId) => key(`INGESTLIMITS#${accountId}`, 'LIMITS'),
  click: (sid: string) => key(`SESSION#${sid}`, 'SESSION'),
  /** Items of earlier versions have no longer values. */
  alias: (accountId: AccountId, environment: string, name: string, value: string) =>
    key(`ALIAS#${accountId}#${environment}#${name}#${value.length > olderIdLength ? `sha256:${sha256(value)}` : value}`, 'ALIAS'),
  conversion: (accountId: AccountId, environment: string, eventId: string) =>
    key(`CONVERSION#${accountId}#${environment}#${eventId}`, 'CONVERSION'),
  eventOfClick: (accountId: AccountId, environment: string, clickId: string, eventId: string) =>
    key(`CLICK#${accountId}#${environment}#${clickId}`, eventId),
  eventOfUser: (accountId: AccountId, environment: string, userHash: string, eventId: string) =>
    key(`EXTUSER#${accountId}#${environment}#${userHash}`, eventId),
  /** `userHash` is the keyed hash of the user's ID. */
  clickOfUser: (accountId: AccountId, environment: string, userHash: string, clickedAt: string, sid: string) =>
    key(`USERCLICK#${accountId}#${environment}#${userHash}`, `${clickedAt}#${sid}`),
  userOfClick: (accountId: AccountId, environment: string, sid: string, userHash: string) =>
    key(`CLICKUSER#${accountId}#${environment}#${sid}`, userHash),
  conflictAlert: (accountId: AccountId, day: string) => key(`CONFLICTALERT#${accountId}#${day}`, 'ALERT'),
};

export const items = {
  EVENTCOUNT: {
    erasure: 'kept',
    recovery: 'for_reports',
    retention: { event_counter: { seconds: 3606 } },
  },
  INGESTLIMITS: { erasure: 'pk', recovery: 'by_operators', eventualReads: ['GetItem LIMITS'] },
  SESSION: {
    erasure: 'attribute',
    recovery: 'for_reports',
    retention: { session: { days: 120 } },
    forms: { visits: 1 },
    eventualReads: ['GetItem SESSION', 'BatchGetItem SESSION'],
  },
  ALIAS: {
    erasure: 'pk',
    recovery: 'for_reports',
    retention: { alias: { days: 120 } },
    eventualReads: ['BatchGetItem ALIAS'],
  },
  CONVERSION: {
    erasure: 'pk',
    recovery: 'for_owner',
    eventualReads: ['BatchGetItem CONVERSION'],
    records: ['event'],
  },
  CLICK: {
    erasure: 'pk',
    recovery: 'for_reports',
    retention: { event_of_click: { days: 200 } },
    eventualReads: ['Query'],
  },
  EXTUSER: { erasure: 'pk', recovery: 'for_reports' },
  USERCLICK: {
    erasure: 'pk',
    recovery: 'for_reports',
    retention: { user_click: { days: 410 } },
    eventualReads: ['Query'],
  },
  CLICKUSER: {
    erasure: 'pk',
    recovery: 'for_reports',
    retention: { user_of_click: [{ days: 30 }, { days: 410 }] },
  },
  CONFLICTALERT: { erasure: 'pk', recovery: 'for_reports', retention: { conflict_alert: { days: 3 } } },
} as const satisfies ItemKinds;
