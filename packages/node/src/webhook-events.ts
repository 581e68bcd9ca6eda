type Order = {
  event_id: string;
  event_type: string;
  /** Exact decimal, such as "25.99". */
  value: string;
  currency: string;
  occurred_at: string;
  received_at: string;
  campaign?: string | undefined;
  ad_group?: string | undefined;
  ad_id?: string | undefined;
  clicked_at?: string | undefined;
  pixel_key?: string | undefined;
  /** Only if the click was found by the user of the event and not by its click ID. */
  matched_by?: 'external_user_id' | undefined;
  /** True if the event is in the conversion totals. */
  counted: boolean;
};
type CountedEvent = { event_type: string; value: string; currency: string };

/** The data of each type of event. Fields can be added. */
export type WebhookData = {
  'conversion.attributed': Order;
  'conversion.matched_late': Order & {
    matched_at: string;
    /** Why the event had no click before. */
    reason?: string | undefined;
  };
  'conversion.conflict': {
    event_id: string;
    /** Fields that differ. */
    fields: string[];
    accepted: CountedEvent;
    sent: CountedEvent;
    /** The `event_id` under which the second event was stored, if it was. */
    stored_as?: string | undefined;
    key_id: string;
  };
  'key.exposed': { key_id: string; name: string; last4: string; origin: string | null };
  'report.ready': {
    ad_account_id: string;
    ad_account_name: string;
    day: string;
    headline: string;
    problems: number;
  };
  'credits.low': { balance: number; threshold: number };
  'spend.stopped': {
    network: string;
    account: string;
    last_day: string;
    last_day_spend: string;
    currency: string;
    stopped_on: string;
  };
  'reconciliation.coverage_low': {
    reconciliation_id: string;
    from: string;
    to: string;
    orders: number;
    arrived: number;
    missing: number;
    rejected: number;
    coverage: number;
    bound: number;
  };
  'discovery.completed': { task_id: string; company_website: string; source: string; competitors: number };
};
export type WebhookEventType = keyof WebhookData;

/** Branch on `type`. Types can be added, so answer 2xx to a type that you do not know. */
export type WebhookEvent<T extends WebhookEventType = WebhookEventType> = {
  [K in T]: {
    type: K;
    timestamp: string;
    /** The ID is the same at every attempt and replay: skip an event whose ID you have stored. */
    id: string;
    environment: 'live' | 'test';
    /** The event was made by a test call, with sample data. */
    test?: true;
    data: WebhookData[K];
  };
}[T];
