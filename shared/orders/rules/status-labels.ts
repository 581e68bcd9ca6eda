// cspell:disable -- labels of shops in many languages
/** `ended` statuses lead to no payment any more; `open` statuses may still lead to a payment. */
export type StatusKind = 'paid' | 'refunded' | 'partially_refunded' | 'open' | 'ended';

/**
 * The first name is that of the shops' interfaces. The labels, separated by bars, are what WooCommerce, Shopify, Stripe
 * and Paddle show in English and in the languages of WooCommerce's exports: de, fr, es, it, nl, pt, pl, sv, da, nb, fi,
 * cs, hu, ro, tr, ru, ja.
 */
export const statusLabels: Record<StatusKind, Record<string, string>> = {
  paid: {
    paid: 'bezahlt|payé|payée|pagado|pagada|pagato|betaald|pago|paga|opłacone|betald|betalt|maksettu|zaplaceno|kifizetve|plătit|ödendi|оплачен|支払い済み',
    succeeded: 'success|successful|captured|settled|disputed|payment received|erfolgreich|réussi|réussie',
    processing:
      'in Bearbeitung|en cours|en cours de traitement|procesando|en proceso|in lavorazione|in behandeling|aan het verwerken|verwerken|processando|em processamento|w trakcie realizacji|przetwarzane|behandlas|behandles|i gang|käsittelyssä|zpracovává se|feldolgozás alatt|în procesare|hazırlanıyor|işleniyor|обработка|в обработке|処理中',
    completed:
      'complete|abgeschlossen|fertiggestellt|terminée|terminé|completado|completada|completato|completata|afgerond|voltooid|concluído|concluída|zrealizowane|zakończone|slutförd|färdigbehandlad|gennemført|færdig|fullført|ferdig|valmis|dokončeno|dokončená|teljesítve|befejezett|finalizat|finalizată|tamamlandı|выполнен|завершен|завершён|完了',
  },
  refunded: {
    refunded:
      'rückerstattet|erstattet|zurückerstattet|remboursé|remboursée|reembolsado|reembolsada|rimborsato|rimborsata|terugbetaald|restituído|zwrócone|zrefundowane|återbetald|återbetalad|refunderet|refundert|refusjonert|palautettu|hyvitetty|vráceno|refundováno|visszatérítve|visszatérített|rambursat|rambursată|iade edildi|возвращен|возвращён|払い戻し済み|返金済み',
  },
  partially_refunded: {
    partially_refunded:
      'partial refund|partially refunded|teilweise erstattet|teilweise rückerstattet|partiellement remboursé|partiellement remboursée|reembolso parcial|parcialmente reembolsado|rimborso parziale|parzialmente rimborsato|gedeeltelijk terugbetaald|częściowo zwrócone|delvis återbetald|delvist refunderet|delvis refundert',
  },
  open: {
    pending:
      'pending payment|payment pending|awaiting payment|zahlung ausstehend|ausstehend|attente paiement|en attente de paiement|en attente paiement|pendiente|pendiente de pago|in attesa di pagamento|in afwachting van betaling|wachtend op betaling|wacht op betaling|pendente|pagamento pendente|oczekujące na płatność|oczekuje na płatność|inväntar betalning|väntar på betalning|afventer betaling|avventer betaling|venter på betaling|odottaa maksua|odottaa maksamista|čeká na platbu|čekající na platbu|fizetésre vár|függőben lévő|în așteptarea plății|plată în așteptare|ödeme bekleniyor|в ожидании оплаты|ожидается оплата|支払い待ち|requires payment method|requires confirmation|requires action|incomplete payment',
    'on-hold':
      'on hold|in Wartestellung|wartend|en attente|en espera|in sospeso|sospeso|in de wacht|aguardando|em espera|wstrzymane|wstrzymano|parkerad|på hold|afventer|på vent|jonossa|pidossa|pozastaveno|čeká na zpracování|várakozik|tartásban|în așteptare|beklemede|на удержании|保留中|保留',
    authorized: 'authorised|autorisiert|autorisé|autorizado|autorizzato',
    uncaptured: 'requires capture|not captured|nicht erfasst|non capturé',
    unpaid:
      'not paid|nicht bezahlt|unbezahlt|non payé|non payée|impayé|no pagado|non pagato|niet betaald|não pago|nieopłacone|obetald|ikke betalt',
    'partially-paid':
      'partial payment|partial|teilweise bezahlt|partiellement payé|partiellement payée|parcialmente pagado|parzialmente pagato|gedeeltelijk betaald|parcialmente pago',
    past_due: 'past due|overdue|überfällig|en retard|vencido',
    billed: 'issued|in Rechnung gestellt|facturé|facturada',
    ready: '',
    draft:
      'checkout draft|auto draft|entwurf|kassenentwurf|brouillon|borrador|bozza|concept|rascunho|szkic|utkast|kladde|kladd|luonnos|koncept|piszkozat|ciornă|taslak|черновик|下書き',
    incomplete: 'unvollständig|incomplet|incompleto|incompleta|onvolledig',
  },
  ended: {
    cancelled:
      'canceled|storniert|abgebrochen|annulé|annulée|cancelado|cancelada|annullato|annullata|cancellato|geannuleerd|anulowane|avbruten|annulleret|kansellert|avbrutt|peruttu|peruutettu|zrušeno|törölve|visszamondva|anulat|anulată|iptal edildi|отменен|отменён|キャンセル済み|キャンセル',
    voided: 'void|annulled|hinfällig',
    expired: 'abgelaufen|expiré|expirée|expirado|scaduto|verlopen',
    failed:
      'failure|declined|blocked|fehlgeschlagen|abgelehnt|blockiert|échouée|échoué|fallido|fallida|fallito|fallita|mislukt|malsucedido|falhou|falhado|nieudane|nie powiodło się|misslyckades|misslyckad|mislykkedes|mislyktes|mislykket|epäonnistui|selhalo|neúspěšná|sikertelen|eșuat|eșuată|başarısız|не удался|неудавшийся|失敗',
    trash: 'trashed|papierkorb|corbeille|papelera|cestino|prullenbak',
  },
};
