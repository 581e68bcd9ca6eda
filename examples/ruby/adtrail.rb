# SPDX-License-Identifier: MIT
# A client of adtrail in one file. Ruby 2.7 and later, no gems.

require "json"
require "net/http"
require "uri"

class Adtrail
  # The request was refused, or got no response. `status` is nil if none came.
  class Error < StandardError
    attr_reader :status

    def initialize(message, status = nil)
      super(message)
      @status = status
    end
  end

  def initialize(secret_key, base_url, retry_for: 120, timeout: 30)
    raise ArgumentError, "A secret key begins with sk_live_ or sk_test_." unless secret_key.start_with?("sk_")

    @uri = URI("#{base_url.chomp("/")}/api/v1/pixel/")
    @secret_key = secret_key
    @retry_for = retry_for
    @timeout = timeout
  end

  # One order: the same order ID counts once, however often it is sent.
  def order(order_id, **fields)
    send_events([{ event_type: "order_created", event_id: "order_created:#{order_id}", **fields }]).first
  end

  # States what a refund leaves of the value of an order, which is not what it takes. A repeat changes nothing.
  def refund(order_id, net_value, **fields)
    adjustment = { event_id: "order_created:#{order_id}", net_value: net_value, reason: "refund", **fields }
    send_batch("adjustments", :adjustments, [adjustment]).first
  end

  # Sends events and returns one result per event. `accepted` is false if an event is invalid; `error` says why.
  def send_events(events)
    events.each_slice(1000).flat_map { |batch| send_batch("server-events", :events, batch) }
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

  private

  def send_batch(path, name, items)
    body = JSON.generate(name => items)
    ends = now + @retry_for
    (0..).each do |attempt|
      status, answer, retry_after = post(path, body)
      results = answer["results"]
      answered = status.between?(200, 299) || status == 422
      return results if answered && results.is_a?(Array) && results.size == items.size

      message = answer["detail"].is_a?(String) ? answer["detail"] : "The service responded with status #{status}."
      raise Error.new(message, status) if status.between?(300, 499) && ![408, 425, 429].include?(status)

      # The same bytes again: what was stored meanwhile is a duplicate, and counts once.
      delay = [[30, 0.25 * 2**[attempt, 8].min].min * rand(0.5..1.0), retry_after].max
      raise Error.new(message, status.zero? ? nil : status) if now + delay > ends

      sleep(delay)
    end
  end

  # Status (0: no response), answer, seconds of Retry-After.
  def post(path, body)
    request = Net::HTTP::Post.new(@uri + path)
    request["Authorization"] = "Bearer #{@secret_key}"
    request["Content-Type"] = "application/json"
    request["User-Agent"] = "adtrail-ruby/1.2.0"
    request.body = body
    options = { use_ssl: @uri.scheme == "https", read_timeout: @timeout, open_timeout: @timeout, max_retries: 0 }
    response = Net::HTTP.start(@uri.host, @uri.port, **options) { |http| http.request(request) }
    [response.code.to_i, json(response.body), response["Retry-After"].to_i]
  rescue SystemCallError, IOError, SocketError, Timeout::Error, OpenSSL::SSL::SSLError, Net::HTTPBadResponse
    [0, { "detail" => "The service does not respond." }, 0]
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
