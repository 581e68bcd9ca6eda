import { newKey, operator } from '#test/api/licences/partner/partner-scene.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { linkIn } from '#test/mail/scene.ts';

export async function newHolder(app: TestApp, tier: 1 | 2 | 3 = 1) {
  const holder = await newUser(app);
  const license_key = newKey();
  await app.operators.setLicence({
    body: { license_key, tier, status: 'active', user_id: holder.id },
    headers: operator,
  });
  return { ...holder, license_key, params: { license_key } };
}

export type Holder = Awaited<ReturnType<typeof newHolder>>;

export const invite = (app: TestApp, { params, headers }: Holder, email: string) =>
  app.licences.inviteTeamMember({ params, body: { email }, headers });

export async function invited(app: TestApp, holder: Holder, email: string): Promise<string> {
  const answer = await invite(app, holder, email);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.invitation_id;
}

export async function teamOf(app: TestApp, { params, headers }: Holder) {
  const answer = await app.licences.listTeam({ params, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.members.map(({ status, email }) => [status, email]);
}

export async function invitationLink(app: TestApp, email: string): Promise<string> {
  await app.settle();
  const mail = app.world.mails.findLast(({ to }) => to === email);
  if (!mail) throw new Error('No invitation was mailed.');
  return linkIn(mail, 'View the invitation');
}

export async function newTeamOf(app: TestApp, user_id: number): Promise<string> {
  const license_key = newKey();
  const body = { license_key, tier: 2, status: 'active', user_id } as const;
  const answer = await app.operators.setLicence({ body, headers: operator });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return license_key;
}
