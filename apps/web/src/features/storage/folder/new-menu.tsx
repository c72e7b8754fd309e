import { Button, Menu } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { listChosen, type DroppedFile } from '../transfers/dropped-files.ts';

export type NewMenuProps = {
  onFiles: (files: DroppedFile[]) => void;
  onNew: (kind: 'newFolder' | 'newFile') => void;
};

export function NewMenu({ onFiles, onNew }: NewMenuProps) {
  const { t } = useTranslation('storage');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const inputs = [
    { ref: files, label: t('new.files'), more: {} },
    { ref: folder, label: t('new.uploadFolder'), more: { webkitdirectory: '' } },
  ];
  return (
    <>
      {inputs.map(({ ref, label, more }) => (
        <input
          key={label}
          ref={ref}
          type="file"
          multiple
          hidden
          aria-label={label}
          {...more}
          onChange={({ currentTarget }) => {
            onFiles(listChosen(currentTarget.files));
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
      ))}
      <Button
        size="compact-sm"
        ml={4}
        leftSection={<Icon name="upload" size={14} />}
        onClick={() => files.current?.click()}
      >
        {t('new.upload')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            ml={4}
            leftSection={<Icon name="plus" size={14} />}
          >
            {t('new.label')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="folder" size={14} />}
            onClick={() => folder.current?.click()}
          >
            {t('new.uploadFolder')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="folderPlus" size={14} />}
            onClick={() => onNew('newFolder')}
          >
            {t('new.folder')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="filePlus" size={14} />}
            onClick={() => onNew('newFile')}
          >
            {t('new.file')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
