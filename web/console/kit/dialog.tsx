import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { type MouseEvent, useEffect, useState } from 'react';
import { placeOf } from './focus.ts';

/** Dialogs are inside the page's landmark, so that their heading is not a second banner. */
const shared = {
  opened: true,
  withinPortal: false,
  closeButtonProps: { 'aria-label': 'Close' },
  overlayProps: { onMouseDown: (event: MouseEvent) => event.preventDefault() },
};

type Own = keyof typeof shared;

/** The dialog is open while it is rendered. Only its button closes it if `isHeld`. Focus then returns to its opener. */
export function Dialog({ isHeld = false, onClose, ...props }: Omit<ModalProps, Own> & { isHeld?: boolean }) {
  useReturnFocus();
  const leave = isHeld ? () => {} : onClose;
  return <Modal {...shared} centered withCloseButton={!isHeld} onClose={leave} {...props} />;
}

export function SideDialog(props: Omit<DrawerProps, Own>) {
  useReturnFocus();
  return <Drawer {...shared} position="right" size="lg" {...props} />;
}

/** The library returns focus only when `opened` changes, but these dialogs are unmounted while open. */
function useReturnFocus() {
  const [restore] = useState(() => {
    const focused = document.activeElement;
    // A menu item disappears with its menu, so the focus returns to the menu's button.
    const menu = focused?.closest('[role=menu]');
    return placeOf(menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused);
  });
  useEffect(() => restore, [restore]);
}
