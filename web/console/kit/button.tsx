import { Button as Base, type ButtonProps } from '@mantine/core';
import { type ComponentProps, type MouseEvent, useState } from 'react';

type Props = Omit<ComponentProps<'button'>, keyof ButtonProps | 'onClick'> &
  ButtonProps & { onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown };

/** The button ignores presses until the promise of its handler settles. Disabling it would lose the focus. */
export function Button({ onClick, loading = false, disabled = false, ...props }: Props) {
  const [isSending, setIsSending] = useState(false);
  const isBusy = loading || isSending;
  const press = async (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) return event.preventDefault();
    const answer = onClick?.(event);
    if (!(answer instanceof Promise)) return;
    setIsSending(true);
    await answer.catch(() => {});
    setIsSending(false);
  };
  return (
    <Base
      {...props}
      loading={isBusy}
      disabled={disabled}
      onClick={press}
      renderRoot={(root) => <button {...root} disabled={disabled} {...(isBusy && { 'aria-busy': true, 'aria-disabled': true })} />}
    />
  );
}
