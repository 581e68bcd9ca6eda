import type { ConversionEvent } from './conversions.ts';

type EventField = {
  /** The property of the stored event. */
  stored: keyof ConversionEvent;
  /** `data`: an item of a batch may have the field in its `data`, where other names are properties. */
  wire: 'item' | 'data';
  /** `hashed`: only a keyed hash is stored. `masked`: addresses, phone numbers and the like are masked. */
  personal: 'hashed' | 'masked' | 'as_sent';
  /** A rejected event keeps it for its replay. */
  inReplay: boolean;
  /** Entries of the log, and so their pages, have it. */
  inLog: boolean;
  /** The receipt has it, and so have the export and the console's details. */
  inExport: boolean;
  inWebhook: boolean;
  /** Another value under the same event ID is a conflict, not a retry. */
  inConflict: boolean;
  /** A column of the console's file of the log. */
  inCsv: boolean;
  /** The tools of assistants show it. */
  inMcp: boolean;
};

const nowhere = {
  inReplay: true,
  inLog: false,
  inExport: true,
  inWebhook: false,
  inConflict: false,
  inCsv: false,
  inMcp: false,
} as const;
const everywhere = {
  inReplay: true,
  inLog: true,
  inExport: true,
  inWebhook: true,
  inConflict: true,
  inCsv: true,
  inMcp: true,
} as const;

/** The fields of an event that a client sends, in the order of warnings and kept payloads. */
export const eventFields = {
  event_type: { stored: 'eventType', wire: 'item', personal: 'masked', ...everywhere },
  svc_click_id: { stored: 'clickId', wire: 'data', personal: 'as_sent', ...nowhere, inConflict: true },
  event_id: { stored: 'eventId', wire: 'item', personal: 'as_sent', ...everywhere, inConflict: false },
  occurred_at: {
    stored: 'occurredAt',
    wire: 'data',
    personal: 'masked',
    ...nowhere,
    inWebhook: true,
    inMcp: true,
  },
  // The receipt says only that there was a user.
  external_user_id: {
    stored: 'externalUserHash',
    wire: 'data',
    personal: 'hashed',
    ...nowhere,
    inExport: false,
  },
  value: { stored: 'value', wire: 'data', personal: 'masked', ...everywhere },
  currency: { stored: 'currency', wire: 'data', personal: 'masked', ...everywhere },
  properties: { stored: 'properties', wire: 'data', personal: 'masked', ...nowhere },
  consent: { stored: 'consent', wire: 'data', personal: 'as_sent', ...nowhere },
} as const satisfies Record<string, EventField>;

export type EventFieldName = keyof typeof eventFields;
type Place = { [K in keyof EventField]: EventField[K] extends boolean ? K : never }[keyof EventField];
/** The names of the fields that the table has in this place. */
export type FieldIn<P extends Place> = {
  [F in EventFieldName]: (typeof eventFields)[F][P] extends true ? F : never;
}[EventFieldName];
export type StoredIn<P extends Place> = (typeof eventFields)[FieldIn<P>]['stored'];

export const fieldNames = Object.keys(eventFields) as EventFieldName[];
export const fieldsIn = <P extends Place>(place: P): FieldIn<P>[] => fieldNames.filter((name) => eventFields[name][place]) as FieldIn<P>[];

/** The stored properties of an event that a place shows. */
export const storedIn = <P extends Place, E extends object>(place: P, event: E): Pick<E, Extract<keyof E, StoredIn<P>>> =>
  Object.fromEntries(
    fieldsIn(place).flatMap((name) => {
      const { stored } = eventFields[name as EventFieldName];
      const content = (event as Partial<Record<typeof stored, unknown>>)[stored];
      return content === undefined ? [] : [[stored, content]];
    }),
  ) as Pick<E, Extract<keyof E, StoredIn<P>>>;
