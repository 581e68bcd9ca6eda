/**
 * `transactional` mails were requested or are required (codes, security). Users can unsubscribe from
 * `lifecycle` mails.
 */
export type MailKind = 'transactional' | 'lifecycle';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: MailKind;
  headers?: Readonly<Record<string, string>>;
};

/** The mail service rejected a mail and will not send it, so a retry sends no second mail. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
}

/** The mail service rejected a mail because of its rate or daily limit, or because sending is paused. */
export class MailThrottled extends MailNotTaken {
  override name = 'MailThrottled';
}

/**
 * Sends one mail. Resolves when the mail service accepted it. Rejects with `MailNotTaken` if it certainly did
 * not, and with `Unavailable` if that is unknown.
 */
export type Mailer = { send(mail: Mail): Promise<void> };
