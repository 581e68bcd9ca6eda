/** `transactional`: what somebody asked for or must know (codes, security). `lifecycle`: what one can unsubscribe from. */
export type MailKind = 'transactional' | 'lifecycle';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: MailKind;
  /** Header lines beyond the usual ones, by name. */
  headers?: Readonly<Record<string, string>>;
};

/** The mail service has not taken a mail, and will not send it: sending it again makes no second one. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
}

/** It has not taken it since it takes no more for now: too many a second, too many in a day, or none at all. */
export class MailThrottled extends MailNotTaken {
  override name = 'MailThrottled';
}

/** Sends one mail. Resolves when the mail service has taken it; `MailNotTaken` when it surely has not, `Unavailable` when nobody knows. */
export type Mailer = { send(mail: Mail): Promise<void> };
