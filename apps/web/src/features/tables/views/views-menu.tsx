import { can } from '@causeway/contract/access.ts';
import type { SavedView } from '@causeway/contract/tables/saved-views.ts';
import { ActionIcon, Button, Menu, Popover, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { useCopy } from '#ui/use-copy.tsx';
import type { TableColumns } from '../table-columns.ts';
import tools from '../table/table-toolbar.module.css';
import { useTableSource } from '../use-table-source.ts';
import { useSavedViews } from './use-saved-views.ts';
import { ViewForm } from './view-form.tsx';
import classes from './views-menu.module.css';
import { useViewChanges } from './views-query.ts';

type Form = { view: SavedView | 'new' };

/** The saved views of a table: go to one, keep what is on screen as one. */
export function ViewsMenu({ columns }: { columns: TableColumns }) {
  const { t } = useTranslation('tables');
  const source = useTableSource();
  const views = useSavedViews(source, columns);
  const changes = useViewChanges(source);
  const clipboard = useCopy();
  const [isOpen, setIsOpen] = useState(false);
  const [form, setForm] = useState<Form>();
  const { current, isChanged, definition } = views;

  function close() {
    setIsOpen(false);
    setForm(undefined);
  }

  function go(view: SavedView | undefined) {
    close();
    views.open(view);
  }

  async function save({ name, isShared }: { name: string; isShared: boolean }) {
    const isNew = form?.view === 'new';
    const saved =
      form && form.view !== 'new'
        ? await changes.update.mutateAsync({ id: form.view.id, name, isShared })
        : await changes.create.mutateAsync({ name, isShared, definition });
    close();
    if (isNew) views.name(saved);
  }

  async function remove(view: SavedView) {
    close();
    try {
      const { name } = await changes.remove.mutateAsync(view.id);
      if (view.id === current?.id) views.open(undefined);
      void showUndo(t('views.removed', { name }), () => changes.restore.mutate(view.id));
    } catch (error) {
      void notifyError(error);
    }
  }

  return (
    <Popover
      opened={isOpen}
      // A name that was begun is there again when the menu is.
      onChange={setIsOpen}
      keepMounted={form !== undefined}
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={current ? 'light' : 'subtle'}
          color={current ? undefined : 'gray'}
          leftSection={<Icon name="layers" />}
          title={current?.name ?? t('views.title')}
          className={`${tools.button} ${classes.button}`}
          rightSection={
            isChanged && (
              <span className={classes.changed} title={t('views.changed')}>
                <VisuallyHidden>{t('views.changed')}</VisuallyHidden>
              </span>
            )
          }
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes.name}>{current?.name ?? t('views.title')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        {form ? (
          <ViewForm
            view={form.view === 'new' ? undefined : form.view}
            mayShare={can(source.role, 'sql.write')}
            mustStay={form.view !== 'new' && mustStay(form.view)}
            onSave={save}
            onCancel={() => setForm(undefined)}
          />
        ) : (
          <>
            <ul className={classes.list} aria-label={t('views.title')}>
              <ViewItem label={t('views.all')} isCurrent={!current} onOpen={() => go(undefined)} />
              {views.all.map((view) => (
                <ViewItem
                  key={view.id}
                  label={view.name}
                  hint={view.isShared ? sharedBy(view) : t('views.private')}
                  isCurrent={view.id === current?.id}
                  isDefault={view.id === views.defaultId}
                  onOpen={() => go(view)}
                  onDefault={() =>
                    changes.chooseDefault.mutate(view.id === views.defaultId ? null : view.id)
                  }
                  {...(view.isEditable && {
                    onEdit: () => setForm({ view }),
                    onRemove: () => void remove(view),
                  })}
                />
              ))}
            </ul>
            <div className={classes.actions}>
              {current?.isEditable && isChanged && (
                <Button
                  size="compact-sm"
                  leftSection={<Icon name="check" />}
                  loading={changes.update.isPending}
                  onClick={() => {
                    changes.update.mutate({ id: current.id, definition });
                    setIsOpen(false);
                  }}
                >
                  {t('views.update', { name: current.name })}
                </Button>
              )}
              {current && isChanged && (
                <Button size="compact-sm" variant="default" onClick={() => go(current)}>
                  {t('views.revert')}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<Icon name="plus" />}
                onClick={() => setForm({ view: 'new' })}
              >
                {t('views.save')}
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<Icon name="link" />}
                onClick={() => void clipboard.copy(location.href)}
              >
                {t(clipboard.isCopied ? 'copy.done' : 'views.copyLink')}
              </Button>
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );

  /** What has no owner any more an admin may take for their own. */
  function mustStay({ isShared, isMine, owner }: SavedView): boolean {
    const isOrphaned = owner === null && can(source.role, 'connectors.manage');
    return isShared && !isMine && !isOrphaned;
  }

  function sharedBy({ isMine, owner }: SavedView): string {
    return isMine || owner === null ? t('views.shared') : t('views.sharedBy', { name: owner });
  }
}

type ViewItemProps = {
  label: string;
  hint?: string;
  isCurrent: boolean;
  isDefault?: boolean;
  onOpen: () => void;
  onDefault?: () => void;
  onEdit?: () => void;
  onRemove?: () => void;
};

function ViewItem(props: ViewItemProps) {
  const { t } = useTranslation('tables');
  const { label, hint, isCurrent, isDefault = false, onOpen, onDefault, onEdit, onRemove } = props;
  return (
    <li className={classes.item} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={classes.open}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
      >
        <span className={classes.label}>{label}</span>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      </button>
      {onDefault && (
        <ActionIcon
          size={26}
          aria-pressed={isDefault}
          aria-label={t(isDefault ? 'views.noDefault' : 'views.makeDefault', { name: label })}
          title={t(isDefault ? 'views.noDefault' : 'views.makeDefault', { name: label })}
          onClick={onDefault}
        >
          <Icon name={isDefault ? 'starFilled' : 'star'} size={14} />
        </ActionIcon>
      )}
      {onEdit && onRemove && (
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <ActionIcon size={26} aria-label={t('views.more', { name: label })}>
              <Icon name="more" size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="edit" />} onClick={onEdit}>
              {t('views.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="trash" />} color="red" onClick={onRemove}>
              {t('views.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
