import type { CtaType } from './lifecycle-mails.ts';

/**
 * Each capability adds its mails in its `mails.ts`, so this file imports none of them. The mail log has the names, and
 * the links in mails are opened years later, so a template is never renamed.
 */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities extend it.
export interface MailTemplates {}
export type MailTemplate = keyof MailTemplates;

/** Users who unsubscribed receive transactional mails only. */
export type MailKind = 'transactional' | 'lifecycle';

export type MailRule = {
  kind: MailKind;
  /** A mail to many waits for a slot, so that a code never waits for it. */
  isBulk?: true;
  /** The owner of a deleted account, who can still restore it, receives the mail. */
  toDeleted?: true;
  /** A mail with `waits` is sent after the address is verified. */
  toUnverified: 'always' | 'limited' | 'waits';
  /** A test compares the three texts with docs/api/notifications.md. By default `listEmails` shows the outcome. */
  asks: string;
  limit: string;
  answer?: string;
};
export type MailRules = Readonly<Record<string, MailRule>>;

export type MailData = Readonly<Record<string, string>>;

/** `help` says where users get help, as the end of a sentence. */
export type MailContext = { help: string; exportLinkDays: number };

export type TransactionalWords = {
  subject: string;
  paragraphs: readonly string[];
  /** The mail has a link to this export of the account. `completedAt` is in epoch milliseconds. */
  exportFile?: { id: string; completedAt: number };
};

export type LifecycleWords = {
  subject: string;
  paragraphs: readonly string[];
  /** The button leads here, unless the mail has a link to a report. */
  first: CtaType;
  report?: { accountId: string; day: string };
  /** By default the mail is about the account. */
  reason?: string;
};

type WordsOf = { transactional: TransactionalWords; lifecycle: LifecycleWords };
export type MailText<K extends MailKind = MailKind> = (data: MailData, context: MailContext) => WordsOf[K];

export type MailKinds<R extends MailRules> = { [T in keyof R]: R[T]['kind'] };
export type MailWords<R extends MailRules> = { readonly [T in keyof R]: MailText<R[T]['kind']> };
export type MailSamples<R extends MailRules> = Readonly<Record<keyof R, MailData>>;
