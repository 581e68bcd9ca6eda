import { useMe } from '../core/me.ts';
import { Loaded, Section } from '../kit/page.tsx';
import { AccountPage } from './account-frame.tsx';
import { Email } from './email.tsx';
import { NeedsPassword } from './needs-password.tsx';
import { Profile } from './profile.tsx';

export function ProfilePage() {
  const me = useMe();
  return (
    <AccountPage title="Profile" about="Who you are, and where we write to you.">
      <Section title="About you">
        <Loaded query={me} height={260}>
          {(data) => <Profile key={data.id} me={data} />}
        </Loaded>
      </Section>
      <Section title="E-mail address">
        <Loaded query={me} height={160}>
          {(data) => (data.has_password ? <Email me={data} /> : <NeedsPassword to="change your address" />)}
        </Loaded>
      </Section>
    </AccountPage>
  );
}
