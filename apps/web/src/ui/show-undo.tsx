import { useTranslation } from 'react-i18next';
import { showWithButton } from './show-with-button.tsx';

/** Says what was just done and offers to take it back. The thing is already done when this is called. */
export function showUndo(message: string, undo: () => void | Promise<void>): Promise<void> {
  return showWithButton(message, { label: <UndoLabel />, act: undo });
}

function UndoLabel() {
  const { t } = useTranslation('ui');
  return t('undo');
}
