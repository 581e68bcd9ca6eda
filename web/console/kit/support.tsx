import { Anchor } from '@mantine/core';
import { useMe } from '../core/me.ts';

export function Support() {
  const address = useMe().data?.support_email;
  return address ? (
    <>
      our support (
      <Anchor href={`mailto:${address}`} fz="inherit" className="anywhere">
        {address}
      </Anchor>
      )
    </>
  ) : (
    'the operator of this service'
  );
}
