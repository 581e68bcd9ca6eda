import { Text } from '@mantine/core';
import { useMe } from '../core/me.ts';
import { Loaded, Section } from '../kit/page.tsx';
import { AccountPage } from './account-frame.tsx';
import { Activity } from './activity.tsx';
import { NeedsPassword } from './needs-password.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function SecurityPage() {
  const me = useMe();
  return (
    <AccountPage title="Security" about="How you sign in, where you are signed in, and what happened.">
      <Section title="Password" {...(me.data?.has_password && { about: 'Every other session ends when you change it.' })}>
        <Loaded query={me} height={160}>
          {({ has_password, mfa_enabled }) =>
            has_password ? (
              <Password hasMfa={mfa_enabled} />
            ) : (
              <Text fz="sm">
                You sign in with the identity provider. To set a password as well, sign out and choose “Forgot your password?”.
              </Text>
            )
          }
        </Loaded>
      </Section>
      <Section title="Second factor">
        <Loaded query={me} height={120}>
          {({ has_password, mfa_enabled }) =>
            has_password ? <SecondFactor isOn={mfa_enabled} /> : <NeedsPassword to={mfa_enabled ? 'turn it off' : 'turn it on'} />
          }
        </Loaded>
      </Section>
      <Sessions />
      <Activity />
    </AccountPage>
  );
}
