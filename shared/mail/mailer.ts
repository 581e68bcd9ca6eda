/** `transactional` mails were requested or are required; users can unsubscribe from `lifecycle` mails. */
export type MailKind = 'transactional' | 'lifecycle';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  kind: MailKind;
  headers?: Readonly<Record<string, string>>;
};

/** The mail will not be sent, so a retry sends no second mail. */
export class MailRejected extends Error {
  override name = 'MailRejected';
}

export class MailThrottled extends MailRejected {
  override name = 'MailThrottled';
}

/** Rejects with `MailRejected` if it certainly did not, otherwise with `Unavailable`. */
export type Mailer = { send(mail: Mail): Promise<void> };
