import { useMe } from '../core/me.ts';
import { Loaded } from '../kit/page.tsx';
import { AccountPage } from './account-frame.tsx';
import { Privacy } from './privacy.tsx';

export function DataPage() {
  const me = useMe();
  return (
    <AccountPage title="Data" about="Take your data with you, erase one person’s, or delete the account.">
      <Loaded query={me} height={320}>
        {({ mfa_enabled, has_password }) => <Privacy hasMfa={mfa_enabled} hasPassword={has_password} />}
      </Loaded>
    </AccountPage>
  );
}
