export type Mail = { to: string; subject: string; text: string; html: string };

/** Sends one mail. Resolves when the mail service has taken it. */
export type Mailer = { send(mail: Mail): Promise<void> };
