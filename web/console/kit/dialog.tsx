import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Outside the page's landmark, the heading would be a second banner. */
const shared = { opened: true, withinPortal: false, closeButtonProps: { 'aria-label': 'Close' } };

type Own = keyof typeof shared;

/** The dialog is open while it is rendered. Focus returns to the element that opened it. */
export function Dialog(props: Omit<ModalProps, Own>) {
  useReturnFocus();
  return <Modal {...shared} centered {...props} />;
}

export function SideDialog(props: Omit<DrawerProps, Own>) {
  useReturnFocus();
  return <Drawer {...shared} position="right" size="lg" {...props} />;
}

/** The library returns focus when `opened` changes, but these dialogs are removed instead. */
function useReturnFocus() {
  const [opener] = useState(() => {
    const focused = document.activeElement;
    // A menu item is removed with its menu, so the menu's button gets the focus.
    const menu = focused?.closest('[role=menu]');
    return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
  });
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
