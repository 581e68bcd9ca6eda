import { until } from '#test/kit/until.ts';

export const mailedCode = (inbox: string, address: string): Promise<string> =>
  until(async () => {
    const { emails } = (await (await fetch(`${inbox}/store`)).json()) as {
      emails: { destination: { to: string[] }; body: { text: string } }[];
    };
    const mail = emails.findLast(({ destination }) => destination.to.includes(address));
    return mail && /\b\d{6}\b/.exec(mail.body.text)?.[0];
  });

export async function mailSubjects(inbox: string, address: string): Promise<string[]> {
  const { emails } = (await (await fetch(`${inbox}/store`)).json()) as {
    emails: { destination: { to: string[] }; subject: string }[];
  };
  return emails.filter(({ destination }) => destination.to.includes(address)).map(({ subject }) => subject);
}
