export type Channel = PaidChannel | UnpaidChannel;

export type PaidChannel = 'assistant_paid' | 'display' | 'paid_search' | 'paid_social' | 'paid_video' | 'paid_shopping' | 'paid_other';

/** `unknown`: the click was stored before channels existed. */
export type UnpaidChannel =
  | 'email'
  | 'affiliate'
  | 'sms'
  | 'push'
  | 'audio'
  | 'assistant_organic'
  | 'organic_search'
  | 'organic_social'
  | 'organic_video'
  | 'organic_shopping'
  | 'other_campaign'
  | 'referral'
  | 'direct'
  | 'unknown';

/** The verdict on a click. `unknown` counts as human. */
export type Traffic = 'human' | 'bot' | 'preview' | 'internal' | 'suspect' | 'unknown';

export type TrafficSignal =
  | 'internal_network'
  | 'internal_visitor'
  | 'preview_host'
  | 'counted_event'
  | 'bot_user_agent'
  | 'no_user_agent'
  | 'webdriver'
  | 'prefetch'
  | 'data_centre'
  | 'shared_click_id'
  | 'click_flood';

export type ClickFacts = {
  source: string;
  medium: string;
  term: string;
  content: string;
  referrer_host: string;
  landing_path: string;
  country: string;
  device: 'desktop' | 'mobile' | 'tablet' | 'bot' | 'unknown';
  browser: string;
  channel: Channel;
  paid: boolean;
  rule: string;
  traffic: Traffic;
  signals: TrafficSignal[];
  consent: ClickConsent;
};

/** The visitor's consent to ad networks. */
export type ClickConsent = {
  ad_user_data: 'granted' | 'denied' | 'unknown';
  ad_personalization: 'granted' | 'denied' | 'unknown';
  origin?: 'consent_mode' | 'tcf' | 'gpc' | 'shopify' | 'wp_consent_api' | 'page' | 'server' | 'privacy_request' | undefined;
  stated_at?: string | undefined;
};

/** A counted event proves that a person clicked. */
export type EventClick = {
  channel?: Channel | undefined;
  paid?: boolean | undefined;
  traffic?: 'human' | 'internal' | undefined;
};
