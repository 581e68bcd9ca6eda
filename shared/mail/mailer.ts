/** Users can unsubscribe only from `lifecycle` mails. */
export type MailKind = 'transactional' | 'lifecycle';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: MailKind;
  headers?: Readonly<Record<string, string>>;
};

/** The mail was not sent and never will be, so a retry sends no second mail. */
export class MailRejected extends Error {
  override name = 'MailRejected';
}

export class MailThrottled extends MailRejected {
  override name = 'MailThrottled';
}

/** Throws `MailRejected` if certainly no mail was sent, otherwise `Unavailable`. */
export type Mailer = { send(mail: Mail): Promise<void> };
