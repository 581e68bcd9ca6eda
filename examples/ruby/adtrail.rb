# SPDX-License-Identifier: MIT
# A client of adtrail in one file. Ruby 2.7 and later, no gems.

require "digest"
require "json"
require "net/http"
require "time"
require "uri"

class Adtrail
  # The request was refused, or got no response. `status` is nil if none came. `code` says why.
  class Error < StandardError
    attr_reader :status, :code, :request_id

    def initialize(message, status = nil, code: nil, request_id: nil)
      super(message)
      @status, @code, @request_id = status, code, request_id
    end
  end

  # This client sends no such event. `code` is `event_id_missing`, `invalid_id`, `invalid_value`, ...
  class EventRefused < Error
    def initialize(code, message)
      super(message, code: code)
    end
  end

  def initialize(secret_key, base_url, retry_for: 120, timeout: 30)
    secret_key, base_url = secret_key.strip, base_url.strip
    raise ArgumentError, "A secret key begins with sk_live_ or sk_test_." unless secret_key.match?(/\Ask_[\w-]+\z/)
    raise ArgumentError, "The address of the service begins with https://." unless base_url.match?(%r{\Ahttps?://[^/]})

    @uri = URI("#{base_url.chomp("/")}/api/v1/pixel/")
    @secret_key = secret_key
    @retry_for = retry_for
    @timeout = timeout
  end

  # One order: the same order ID counts once, however often it is sent. Without an ID it raises EventRefused.
  # `consent` says what the customer allowed, and `user_data` has what networks match customers by.
  def order(order_id, **fields)
    event = { event_type: "order_created", event_id: event_id("order_created", order_id), **fields }
    send_batch("server-events", "events", [event_json(event)]).first
  end

  # States what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing.
  def refund(order_id, net_value, **fields)
    adjustment = { event_id: event_id("order_created", order_id), net_value: net_value, reason: "refund", **fields }
    require_finite("net_value", net_value)
    send_batch("adjustments", "adjustments", [json_text(adjustment)]).first
  end

  # Sends events and returns one result per event. `accepted` is false if an event is invalid; `error` says why.
  def send_events(events)
    results = Array.new(events.size)
    texts = events.each_with_index.filter_map do |event, index|
      [index, event_json(event)]
    rescue EventRefused => e
      names = event.is_a?(Hash) ? plain(event.transform_keys(&:to_s).slice("event_id", "event_type")) : {}
      error = { "code" => e.code, "message" => e.message }
      outcome = { "index" => index, "status" => 422, "accepted" => false, "matched" => false, "duplicate" => false }
      results[index] = { **outcome, **names, "error" => error }
      nil
    end
    texts.each_slice(1000) do |batch|
      answers = send_batch("server-events", "events", batch.map(&:last))
      batch.zip(answers) { |(index, _), result| results[index] = { **result, "index" => index } }
    end
    results
  end

  # The click ID in a `Cookie` header, for `svc_click_id`; nil if there is none. Of two cookies the newest counts.
  def self.click_from(cookie_header)
    values = cookie_header.to_s.b.scan(/(?:\A|[;,])\s*svc_sid\s*=([^;]*)/n).flatten
    clicks = values.filter_map do |value|
      # Encoded up to three times, with slashes or quotes: whatever was done to it on its way.
      3.times { value = value.gsub(/%([0-7]\h)/n) { $1.hex.chr } }
      text = value.delete("\\")
      click = text[/(?<![0-9A-Za-z_])s_[0-9A-Za-z]{22}(?![0-9A-Za-z_])/n]
      [click, text[/["']ts["']\s*:\s*["']?(\d{1,15})(?!\d)/n, 1].to_i] if click
    end
    clicks.max_by { |_, time| time }&.first&.encode("UTF-8")
  end

  # The hash of an e-mail address, for `user_data`; nil if it is no address. `form` is plain, google or canonical.
  def self.email_sha256(email, form: "plain")
    form = form.to_s
    raise ArgumentError, "The form is plain, google or canonical." unless %w[plain google canonical].include?(form)

    text = email.is_a?(String) ? email.encode("UTF-8", invalid: :replace, undef: :replace).scrub.gsub(AROUND, "") : ""
    return nil if text.size > 320 || !text.match?(ADDRESS)

    name, domain = text.downcase.split("@")
    has_variants = form == "canonical" || form == "google" && %w[gmail.com googlemail.com].include?(domain)
    name = name[/\A[^+]*/].delete(".") if has_variants
    { form: form, value: Digest::SHA256.hexdigest("#{name}@#{domain}") } unless name.empty?
  end

  private

  # Programs write these texts for a missing ID. In an event ID they would merge many sales.
  NOTHING = /(?:undefined|null|none|nil|<nil>|nan|[+-]?inf(?:inity)?|true|false|\[object [^\]:]*\]|0{8}(?:-0{4}){3}-0{12})/.freeze
  NAMES_NOTHING = /\A(?:[^:]*:)?#{NOTHING}(?::#{NOTHING})*\z/.freeze
  # All clients trim these, so that an order has one ID in all of them.
  BLANKS = "[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+".freeze
  AROUND = /\A#{BLANKS}|#{BLANKS}\z/.freeze
  # Networks refuse letters outside of ASCII, and a domain without a dot.
  ADDRESS = %r{\A[!-?A-~]+@[!-\-/-?A-~]+(?:\.[!-\-/-?A-~]+)+\z}.freeze
  private_constant :NOTHING, :NAMES_NOTHING, :BLANKS, :AROUND, :ADDRESS

  def trimmed(text)
    text.gsub(AROUND, "")
  end

  def utf8(text)
    text.encoding == Encoding::BINARY ? text.dup.force_encoding("UTF-8") : text.encode("UTF-8", undef: :replace)
  end

  def id_text(name, id)
    unless id.is_a?(String) || id.is_a?(Integer)
      raise EventRefused.new("invalid_id", "#{name} is of type #{id.class}. Use a text or an integer.")
    end

    text = utf8(id.to_s)
    raise EventRefused.new("invalid_id", "#{name} is not well-formed Unicode.") unless text.valid_encoding?

    text
  end

  def event_id(type, own_id)
    text = own_id.nil? ? "" : trimmed(id_text("The ID of #{type}", own_id))
    raise EventRefused.new("event_id_missing", "#{type} needs an ID of yours.") if text.empty?

    checked_event_id("#{type}:#{text}")
  end

  # `order_created:` and `order_created:nil` name no order, so all of them would count as one.
  def checked_event_id(event_id)
    raise EventRefused.new("invalid_id", "event_id is not a text.") unless event_id.nil? || event_id.is_a?(String)

    text = id_text("event_id", event_id.to_s)
    parts = text.split(":", -1).map { |part| trimmed(part) }
    if parts.empty? || parts.any?(&:empty?)
      raise EventRefused.new("event_id_missing", "event_id is \"#{text}\": your own ID is missing.")
    end
    raise EventRefused.new("invalid_id", "event_id is \"#{text}\": no ID of yours.") if parts.join(":").downcase(:ascii).match?(NAMES_NOTHING)

    text
  end

  def require_finite(name, amount)
    return unless amount.respond_to?(:finite?) && !amount.finite?

    raise EventRefused.new("invalid_value", "#{name} is not a finite number.")
  end

  def event_json(event)
    fields = event.is_a?(Hash) ? event.transform_keys(&:to_s) : {}
    checked_event_id(fields["id"].nil? ? fields["event_id"] : fields["id"])
    require_finite("value", fields["value"])
    unless fields["svc_click_id"].nil? || fields["svc_click_id"].is_a?(String)
      raise EventRefused.new("invalid_click", "svc_click_id is not a text.")
    end
    # The service would refuse the sale for a blank click ID.
    fields.delete("svc_click_id") if trimmed(utf8(fields["svc_click_id"].to_s).scrub).empty?
    user = fields["external_user_id"]
    fields["external_user_id"] = id_text("external_user_id", user) unless user.nil?
    %w[consent user_data].each do |name|
      fields[name] = set_members(fields[name])
      fields.delete(name) if [nil, {}].include?(fields[name])
    end
    at = fields["occurred_at"]
    unless at.nil? || at.is_a?(String) || at.respond_to?(:iso8601)
      raise EventRefused.new("invalid_time", "occurred_at is no text of ISO 8601 and no Time.")
    end
    json_text(fields)
  end

  # A guest has no phone, and a phone may be a number. The service judges everything else.
  def set_members(fields)
    return fields unless fields.is_a?(Hash)

    texts = fields.transform_values { |value| value.is_a?(Integer) ? value.to_s : value }
    texts.reject { |_, text| text.nil? || text.is_a?(String) && trimmed(utf8(text).scrub).empty? }
  end

  def json_text(fields)
    JSON.generate(plain(fields))
  rescue JSON::JSONError, EncodingError, SystemStackError => e
    # The cause would print the event, and with it what identifies the customer.
    raise EventRefused.new("not_json", "The event cannot be written as JSON: #{e.message}."), cause: nil
  end

  # The texts that the service reads: BigDecimal would be "0.2599e2", and NaN no JSON at all.
  def plain(value)
    case value
    when Hash then value.to_h { |key, inner| [plain(key.to_s), plain(inner)] }
    when Array then value.map { |inner| plain(inner) }
    when String then utf8(value).scrub
    when Float then value.finite? ? value : nil
    when Time then value.iso8601(3)
    else defined?(BigDecimal) && value.is_a?(BigDecimal) ? value.to_s("F") : value
    end
  end

  def send_batch(path, name, texts)
    body = "{\"#{name}\":[#{texts.join(",")}]}"
    ends = now + @retry_for
    (0..).each do |attempt|
      status, answer, headers = post(path, body)
      results = answer["results"]
      answered = status.between?(200, 299) || status == 422
      return results if answered && results.is_a?(Array) && results.size == texts.size

      message = sentence(answer["detail"]) || "The service responded with status #{status}."
      facts = { code: answer["code"], request_id: headers["X-Request-Id"] }
      error = Error.new(message, status.zero? ? nil : status, **facts)
      raise error if status.between?(300, 499) && ![408, 425, 429].include?(status)

      # The same bytes again: what was stored meanwhile is a duplicate, and counts once.
      delay = [[30, 0.25 * 2**[attempt, 8].min].min * rand(0.5..1.0), headers["Retry-After"].to_i].max
      raise error if now + delay > ends

      sleep(delay)
    end
  end

  # The problems of a request, such as `net_value: Negative values are not accepted`.
  def sentence(detail)
    return detail if detail.is_a?(String)

    problems = Array(detail).grep(Hash).select { |problem| problem["msg"] }
    lines = problems.map { |problem| "#{Array(problem["loc"]).drop(1).join(".")}: #{problem["msg"]}" }
    lines.empty? ? nil : lines.join("; ")
  end

  # Status (0: no response), answer, headers.
  def post(path, body)
    request = Net::HTTP::Post.new(@uri + path)
    request["Authorization"] = "Bearer #{@secret_key}"
    request["Content-Type"] = "application/json"
    request["User-Agent"] = "adtrail-ruby/1.4.0"
    request.body = body
    options = { use_ssl: @uri.scheme == "https", read_timeout: @timeout, open_timeout: @timeout, max_retries: 0 }
    response = Net::HTTP.start(@uri.host, @uri.port, **options) { |http| http.request(request) }
    [response.code.to_i, json(response.body), response]
  rescue SystemCallError, IOError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::HTTPBadResponse => e
    [0, { "detail" => "The service does not respond (#{e.message}).", "code" => "no_response" }, {}]
  end

  def json(text)
    value = JSON.parse(text.to_s)
    value.is_a?(Hash) ? value : {}
  rescue JSON::ParserError
    {}
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
